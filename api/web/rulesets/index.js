// The rulesets, in the order in which the pages list them.
/** @import { RulesetId, RulesetModule, RulesetRecord } from "../types.js" */

/**
 * Modules of each ruleset: `page` draws its games, and `record` is what the check of a record must know of it.
 * @type {Record<RulesetId, { page: () => Promise<{ default: RulesetModule<any> }>, record: () => Promise<RulesetRecord> }>}
 */
export const RULESETS = {
  classic: { page: () => import("./classic.js"), record: () => import("./classic/record.js") },
  voices: { page: () => import("./voices.js"), record: () => import("./voices/record.js") },
  solo: { page: () => import("./solo.js"), record: () => import("./solo/record.js") },
  satellite: { page: () => import("./satellite.js"), record: () => import("./satellite/record.js") },
  advanced: { page: () => import("./advanced.js"), record: () => import("./advanced/record.js") },
};

/** Names of the rulesets. */
export const NAMES = /** @type {RulesetId[]} */ (Object.keys(RULESETS));
