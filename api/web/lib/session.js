// The account of this browser. It lasts until it is removed here: whoever has its token can act as the player.
/** @import { Schemas } from "../types.js" */

/** Address of the server, without a slash at the end. Empty if it is the server of this page. */
export const server = document.querySelector("meta[name=broadside-server]")?.getAttribute("content") ?? "";

const KEY = `broadside:account:${server}`;

/** @typedef {{ token: string, player: Schemas["Player"] }} Account */

/** Returns the account, if there is one. @returns {Account | undefined} */
export function account() {
  const stored = localStorage.getItem(KEY);
  return stored === null ? undefined : JSON.parse(stored);
}

/** Stores the account; without one, removes it. @param {Account | undefined} account */
export function setAccount(account) {
  if (account === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(account));
}
