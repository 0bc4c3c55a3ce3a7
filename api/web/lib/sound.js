// Optional sounds, made by the browser: a splash for a miss, a bang for a hit, a chime for a turn.
/** @import { Event } from "../types.js" */

const CHOICE = "broadside:sound";
/** @type {AudioContext | undefined} */
let context;

/** True if the player wants sounds. */
export const isOn = () => localStorage.getItem(CHOICE) === "on";

/** Switches sounds on or off. @param {boolean} wanted */
export function setSound(wanted) {
  localStorage.setItem(CHOICE, wanted ? "on" : "off");
  if (wanted) tone(660, 0.15, "sine");
}

/** Plays the sound of an event, if it has one. @param {Event} event @param {number | undefined} seat */
export function play(event, seat) {
  if (!isOn()) return;
  if (event.type === "finished") tone(523, 0.6, "triangle");
  else if (JSON.stringify(event).includes('"hit"')) tone(90, 0.4, "sawtooth");
  else if (event.type === "fired" || event.type === "salvos" || event.type === "shot") tone(300, 0.2, "sine");
  else if ("seat" in event && event.seat !== seat) tone(660, 0.1, "sine");
}

/** @param {number} frequency @param {number} seconds @param {OscillatorType} type */
function tone(frequency, seconds, type) {
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, context.currentTime);
  oscillator.frequency.exponentialRampToValueAtTime(frequency / 2, context.currentTime + seconds);
  gain.gain.setValueAtTime(0.15, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
