import type { Action } from "../../../actions/action";
import { noSequence } from "../../../actions/guards";
import type { Studio } from "../../../actions/studio";
import { noBone, notSettled, noVertex, noWeights } from "../../../actions/weight-guards";
import { plural } from "../../../common/format";
import { shownRig, useDocument } from "../../../document/document";
import type { Command } from "../../../document/history";
import { paintState, setPaint } from "../../../document/paint-settings";
import { toast } from "../../../document/session/toasts";
import { useView } from "../../../document/view-state";
import { movedAmong } from "../../../document/weights/painted-vertices";
import { isLocked, lockOthers, lockWeights, toggleLock } from "../../../document/weights/weight-locks";
import { BINDING } from "../../bind/runs/binding";
import {
  copyWeights,
  flood,
  hasCopied,
  mirrorWeights,
  normaliseWeights,
  pasteWeights,
  pruneWeights,
} from "../weight-edits-by-hand";

/** Runs what a change came to; says so where nothing changed. */
function run({ history }: Studio, command: Command | null, otherwise: string): void {
  if (command) history.run(command);
  else toast("Nothing changed", otherwise);
}

const selectedName = (): string | undefined =>
  shownRig(useDocument.getState())?.bones[useView.getState().selectedBone ?? -1]?.name;
const paintedNow = () => useDocument.getState().weightEdits.painted;
const nonePainted = () => noWeights() ?? (paintedNow().length > 0 ? null : "No weights are painted by hand.");
const paintedVertex = () => paintedNow().filter((i) => i === paintState().vertex);

/** Painted vertices that the selected bone moves. */
function paintedOfBone(): Uint32Array {
  const { rig } = useDocument.getState();
  const bone = useView.getState().selectedBone;
  return rig && bone !== null ? movedAmong(paintedNow(), rig.weights, bone) : new Uint32Array(0);
}

const lockedNow = () => useDocument.getState().weightEdits.locked;

/** Weights below this are pruned. */
const LEAST_KEPT = 0.01;
/** Influences that most engines take. */
const USUAL_INFLUENCES = 4;

/** Locks of weights, what changes weights all at once, and the vertex of the table. */
export const WEIGHT_ACTIONS: Action[] = [
  {
    id: "paint.lock",
    label: "Lock the bone for painting",
    icon: "lock",
    keys: ["O"],
    help: "Neither strokes nor the optimisation change them.",
    menu: ["Rig", 7],
    refusal: () =>
      noWeights() ??
      (useView.getState().selectedBone === null ? "No bone is selected. Click one in the list." : null),
    checked: () => isLocked(selectedName() ?? ""),
    perform: ({ history }) => {
      const name = selectedName();
      if (name !== undefined) history.run(toggleLock(name));
    },
  },
  {
    id: "paint.lock-others",
    label: "Lock all other bones",
    icon: "lock",
    help: "All but the selected one.",
    menu: ["Rig", 7],
    refusal: noWeights,
    perform: ({ history }) => history.run(lockOthers(useView.getState().selectedBone)),
  },
  {
    id: "paint.unlock-all",
    label: "Unlock all bones for painting",
    icon: "unlock",
    menu: ["Rig", 7],
    refusal: () => noWeights() ?? (lockedNow().length > 0 ? null : "No bone's weights are locked."),
    perform: ({ history }) => history.run(lockWeights(lockedNow(), false)),
  },
  {
    id: "paint.release",
    label: "Let go of painted weights",
    icon: "unpin",
    help: "The optimisation may change weights that were painted by hand.",
    menu: ["Rig", 7],
    refusal: nonePainted,
    perform: ({ get }) => {
      const { painted } = useDocument.getState().weightEdits;
      get(BINDING).letGo(
        `Let go of ${plural(painted.length, "painted vertex", "painted vertices")}`,
        painted,
      );
    },
  },
  {
    id: "paint.release-bone",
    label: "Let go of the bone's painted weights",
    icon: "unpin",
    help: "At the vertices that the selected bone moves.",
    menu: ["Rig", 7],
    refusal: () =>
      nonePainted() ?? (paintedOfBone().length > 0 ? null : "The selected bone moves no painted vertex."),
    perform: ({ get }) =>
      get(BINDING).letGo(`Let go of what was painted on ${selectedName()}`, paintedOfBone()),
  },
  {
    id: "paint.release-vertex",
    label: "Let go of the vertex's painted weights",
    icon: "unpin",
    refusal: () =>
      nonePainted() ??
      (paintedVertex().length > 0 ? null : "The selected vertex was not painted. Alt-click one that was."),
    perform: ({ get }) =>
      get(BINDING).letGo(`Let go of vertex ${(paintState().vertex ?? 0) + 1}`, paintedVertex()),
  },
  {
    id: "paint.flood",
    label: "Flood the whole mesh",
    icon: "fill",
    help: "What the brush does, everywhere at once.",
    menu: ["Rig", 7],
    refusal: noBone,
    perform: (studio) => run(studio, flood("everywhere"), "Every weight is as the brush would make it."),
  },
  {
    id: "paint.flood-bone",
    label: "Flood where the bone acts",
    icon: "fill",
    help: "What the brush does, wherever the bone has weight.",
    menu: ["Rig", 7],
    refusal: noBone,
    perform: (studio) => run(studio, flood("where it acts"), "Every weight is as the brush would make it."),
  },
  ...([-1, 1] as const).map(
    (towards): Action => ({
      id: `paint.mirror-to-${towards < 0 ? "minus" : "plus"}-x`,
      label: `Mirror weights to ${towards < 0 ? "−X" : "+X"}`,
      icon: "mirror",
      help: `The side of ${towards < 0 ? "smaller" : "larger"} X takes the weights of the other, bone by bone.`,
      menu: ["Rig", 7],
      refusal: notSettled,
      perform: async (studio) =>
        run(
          studio,
          await mirrorWeights(towards),
          "Both sides have the same weights, or no vertex has an image.",
        ),
    }),
  ),
  {
    id: "paint.normalise",
    label: "Normalise all weights",
    icon: "sum",
    help: "Sums that are not 1 are scaled until they are.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => run(studio, normaliseWeights(), "All weights sum to 1 already."),
  },
  {
    id: "paint.prune",
    label: "Prune small weights",
    icon: "prune",
    help: "Weights below 0.01 go, and the others share what they had.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => run(studio, pruneWeights(LEAST_KEPT, 0), `No weight is below ${LEAST_KEPT}.`),
  },
  {
    id: "paint.limit",
    label: "Limit influences",
    icon: "count",
    help: "Each vertex keeps its largest weights: as many as the binding's settings say, else four.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => {
      const most = useDocument.getState().weighting.influences || USUAL_INFLUENCES;
      run(studio, pruneWeights(0, most), `No vertex has more than ${most} influences.`);
    },
  },
  {
    id: "paint.vertex",
    label: "Select the vertex under the pointer",
    icon: "table",
    keys: ["V"],
    help: "Its weights stay in the table, to be typed.",
    refusal: () => noWeights() ?? (useView.getState().hovered ? null : "The pointer is not on the mesh."),
    perform: () => setPaint({ vertex: useView.getState().hovered?.vertex ?? null }),
  },
  {
    id: "paint.no-vertex",
    label: "Let go of the vertex",
    icon: "x",
    keys: ["Esc"],
    refusal: () => noSequence() ?? (paintState().vertex === null ? "No vertex is selected." : null),
    perform: () => setPaint({ vertex: null }),
  },
  {
    id: "paint.copy",
    label: "Copy the vertex's weights",
    icon: "copy",
    keys: ["Ctrl+C"],
    refusal: noVertex,
    perform: () => copyWeights(paintState().vertex ?? 0),
  },
  {
    id: "paint.paste",
    label: "Paste weights to the vertex",
    icon: "paste",
    keys: ["Ctrl+V"],
    help: "Locked bones keep theirs.",
    refusal: () => noVertex() ?? (hasCopied() ? null : "No weights were copied."),
    perform: (studio) => run(studio, pasteWeights(paintState().vertex ?? 0), "The vertex has these weights."),
  },
];
