// Creating and removing the account of this browser.
import { api, ok } from "./api.js";
import { closeFeed } from "./feed.js";
import { account, setAccount } from "./session.js";

/** Account that is on its way, so that it is created only once. @type {Promise<void> | undefined} */
let creation;

/** Makes sure that this browser has an account. Without one, creates one with this name. @param {string} name */
export async function ensureAccount(name) {
  if (account() !== undefined) return;
  const create = async () => {
    const { player, token } = await ok(api.POST("/v1/players", { body: { name } }));
    setAccount({ player, token });
  };
  creation ??= create().finally(() => (creation = undefined));
  await creation;
}

/** Uses the account of another device, with a token that it has created. @param {string} token */
export async function adopt(token) {
  const player = await ok(api.GET("/v1/players/me", { headers: { authorization: `Bearer ${token}` } }));
  closeFeed();
  setAccount({ player, token });
}
