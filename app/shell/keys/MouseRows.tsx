import { isSameChord } from "../../common/key-chords";
import { BRUSH_ROLES, type BrushRole, CAMERA_MOVES, type CameraMove } from "../../document/keymap/keymap";
import { brushIn, cameraIn, editKeymap, KEYMAP, type KeymapState } from "../../document/keymap/keymap-state";
import { parseBrushDrag, parsePress } from "../../document/keymap/presses";
import type { Stores } from "../../document/stores";
import { useStore, useStores } from "../../document/use-stores";
import { KeyRow, type Taken } from "./KeyRow";
import type { Recorded } from "./use-recorder";

const MOVES: Record<CameraMove, string> = {
  orbit: "Orbit the view",
  pan: "Pan the view",
  zoom: "Zoom the view",
};

const ROLES: Record<BrushRole, { name: string; what: Recorded }> = {
  radius: { name: "Brush radius", what: "key or press" },
  strength: { name: "Brush strength", what: "key or press" },
  invert: { name: "Invert the brush", what: "modifiers" },
  smooth: { name: "Smooth with the brush", what: "modifiers" },
  pick: { name: "Select the bone under the brush", what: "modifiers" },
};

/** The mouse presses that a brush role uses: "Shift+LMB" for "Shift". None if the role is a key. */
const pressesOf = (role: string): string[] =>
  parsePress(role) ? [role] : /^(Ctrl|Alt|Shift)(\+(Ctrl|Alt|Shift))*$/.test(role) ? [`${role}+LMB`] : [];

/** The camera moves and brush roles, other than `own`, that already use a mouse press. */
function pressTaken(stores: Stores, state: KeymapState, press: string, own: CameraMove | BrushRole): Taken[] {
  const camera = cameraIn(state);
  const brush = brushIn(state);
  const moves = CAMERA_MOVES.filter(
    (move) => move !== own && camera[move].some((each) => isSameChord(each, press)),
  );
  const roles = BRUSH_ROLES.filter(
    (role) => role !== own && pressesOf(brush[role]).some((each) => isSameChord(each, press)),
  );
  // A press of the left button without Alt turns the view only where no tool takes it, so both may have it.
  const shares = (other: CameraMove | BrushRole) =>
    own in MOVES !== other in MOVES && !/Alt|Space/.test(press);
  return [
    ...moves.map((move) => ({
      what: move,
      name: MOVES[move],
      release: () =>
        editKeymap(
          stores,
          { kind: "camera", move },
          camera[move].filter((each) => !isSameChord(each, press)),
        ),
    })),
    ...roles.map((role) => ({ what: role, name: ROLES[role].name, release: null })),
  ].filter(({ what }) => !shares(what));
}

const movesIn = (shows: (name: string) => boolean) => CAMERA_MOVES.filter((move) => shows(MOVES[move]));
const rolesIn = (shows: (name: string) => boolean) => BRUSH_ROLES.filter((role) => shows(ROLES[role].name));

/** Whether a search finds any of these rows. */
export const hasMouseRows = (shows: (name: string) => boolean): boolean =>
  movesIn(shows).length + rolesIn(shows).length > 0;

/** The mouse presses that move the view, and the keys and modifiers of brushes. */
export function MouseRows({ shows }: { shows(name: string): boolean }) {
  const stores = useStores();
  const state = useStore(KEYMAP, (keymap) => keymap);
  const camera = cameraIn(state);
  const brush = brushIn(state);
  if (!hasMouseRows(shows)) return null;
  return (
    <>
      <h3>Mouse</h3>
      {movesIn(shows).map((move) => (
        <KeyRow
          key={move}
          name={MOVES[move]}
          place={{ kind: "camera", move }}
          keys={camera[move]}
          what="press"
          several
          takenBy={(press) => pressTaken(stores, state, press, move)}
        />
      ))}
      {rolesIn(shows).map((role) => (
        <KeyRow
          key={role}
          name={ROLES[role].name}
          place={{ kind: "brush", role }}
          keys={brush[role] ? [brush[role]] : []}
          what={ROLES[role].what}
          takenBy={(key) => pressesOf(key).flatMap((press) => pressTaken(stores, state, press, role))}
          like={(key) => (!parsePress(key) && parseBrushDrag(brush[role]).by === "move" ? `${key} …` : key)}
        />
      ))}
    </>
  );
}
