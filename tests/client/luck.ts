// Random numbers for the bots. A seed repeats the choices of the bots, but not the dice of the server.

/** A small generator of random numbers (mulberry32), deterministic for a seed. */
export class Luck {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from `least` to `most`. */
  number(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    const [picked] = this.some(from, 1);
    if (picked === undefined) throw new Error("there is nothing to pick from");
    return picked;
  }

  /** Returns this many different elements. */
  some<T>(from: readonly T[], count: number): T[] {
    if (count > from.length) throw new Error(`there are not ${count} among ${from.length}`);
    const keyed = from.map((item) => ({ item, key: this.next() }));
    keyed.sort((one, other) => one.key - other.key);
    return keyed.slice(0, count).map(({ item }) => item);
  }

  /** Returns a random element, with a probability in proportion to its weight. */
  weighted<T>(from: readonly Weighted<T>[]): T {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    const possible = from.filter(({ weight }) => weight > 0);
    for (const { item, weight } of possible) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = possible.at(-1);
    if (last === undefined) throw new Error("there is nothing to be done that one would want to do");
    return last.item;
  }
}

export interface Weighted<T> {
  item: T;
  weight: number;
}
