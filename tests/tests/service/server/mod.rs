//! Connections, and the stop of the server.

mod hang_up;
mod slow_clients;
mod stops;
