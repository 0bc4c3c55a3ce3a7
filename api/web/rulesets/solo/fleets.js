// The fleets of the suits that fight, and their placement.
/** @import { Schemas } from "../../types.js" */
/** @import { Layout, Piece, Turn } from "../../lib/pieces.js" */
/** @import { View } from "./sea.js" */
import { t } from "../../lib/i18n.js";
import { cellId, cellLabel, coinMark, COINS, FACES, place, rowLabels, suitLabel } from "./sea.js";

/** Steps from one coin of a ship to the next. @type {Record<Schemas["SoloHeading"], [number, number]>} */
const STEPS = { across: [1, 0], down: [0, 1], diagonal_down: [1, 1], diagonal_up: [1, -1] };

/** Classes of the ships of a fleet, and of a fleet of wumpuses. @type {Schemas["SoloClass"][][]} */
const FLEETS = [["cruiser", "submarine", "dinghy"], Array.from({ length: 6 }, () => "dinghy")];

/** Returns the ways in which a ship can lie. @param {number} length @returns {Turn[]} */
function turnsOf(length) {
  const headings = Object.entries(STEPS).slice(0, length === 1 ? 1 : undefined);
  return headings.map(([key, [x, y]]) => ({
    key,
    cells: Array.from({ length }, (_, index) => /** @type {[number, number]} */ ([x * index, y * index])),
  }));
}

/** Returns the layout of the sea, with what the player has placed before. @param {View} view @returns {Layout} */
export function layoutOf(view) {
  const left = [...(view.ships ?? [])];
  /** @type {Piece[]} */
  const pieces = view.suits.flatMap(({ suit }) =>
    (FLEETS[Number(view.wumpuses)] ?? []).map((of, number) => {
      const index = left.findIndex((each) => each.suit === suit && each.class === of);
      const ship = index < 0 ? undefined : left.splice(index, 1)[0];
      const turns = turnsOf(COINS[of]);
      const turn = turns.findIndex(({ key }) => key === ship?.heading);
      return {
        id: `${suit}-${of}-${number + 1}`,
        label: t("solo-ship", { ship: t(`ship-${of}`), suit: suitLabel(suit) }),
        mark: coinMark(suit, of),
        turns,
        turn: Math.max(turn, 0),
        at: ship ? place(view, ship.at) : null,
      };
    }),
  );
  return {
    id: "placement",
    columns: FACES,
    rows: rowLabels(view),
    name: (column, row) => cellLabel(view, column, row),
    pieces,
    chosen: pieces.find(({ at }) => at === null)?.id ?? null,
    allows: () => true,
  };
}

/** Returns the ships of a complete layout. @param {Layout} layout @param {View} view @returns {Schemas["SoloShipDraft"][]} */
export function shipsOf(layout, view) {
  return layout.pieces.map(({ id, turn, turns, at }) => {
    const [suit, of] = id.split("-");
    return /** @type {Schemas["SoloShipDraft"]} */ ({ suit, class: of, at: cellId(view, ...(at ?? [0, 0])), heading: turns[turn]?.key });
  });
}
