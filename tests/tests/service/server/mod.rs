//! Connections, and the stop of the server.

mod hang_up;
mod held_bodies;
mod slow_clients;
mod stops;
