import { shownRig, useDocument } from "../document/document";
import type { Command } from "../document/history";
import { type PaintState, type PaintTool, useView } from "../document/view-state";
import {
  copyWeights,
  flood,
  hasCopied,
  mirrorWeights,
  normaliseWeights,
  pasteWeights,
  pruneWeights,
} from "../document/weight-edits-by-hand";
import { toast } from "../shell/shell-state";
import type { Studio } from "../shell/studio";
import type { IconName } from "../ui/icon-names";
import { RADII } from "../viewport/paint/paint-tool";
import type { Action } from "./action";
import { noSequence } from "./file-actions";

const paintState = () => useView.getState().paint;
export const setPaint = (change: Partial<PaintState>) =>
  useView.setState(({ paint }) => ({ paint: { ...paint, ...change } }));

const notHere = () =>
  noSequence() ?? (useView.getState().workspace === "paint" ? null : "This is for the Paint workspace.");
const noWeights = () =>
  notHere() ??
  (shownRig(useDocument.getState())
    ? null
    : "There are no bones yet: solve, open a rig, or bind the mesh to a skeleton.");
const noSkeleton = () =>
  notHere() ??
  (useDocument.getState().skeleton
    ? null
    : "This steers weights that are found for a skeleton. Draw one or open one first.");
/** Weights that are still being found are not the hand's to change. */
const notSettled = () => {
  const state = useDocument.getState();
  return (
    noWeights() ??
    (shownRig(state) === state.rig ? null : "The weights are being worked out. Pause that first.")
  );
};
const noBone = () => {
  const { selectedBone, paint } = useView.getState();
  if (selectedBone === null) return notSettled() ?? "No bone is selected. Click one in the list.";
  const locked = paint.locked.includes(selectedBone);
  return notSettled() ?? (locked ? "The selected bone is locked. Click its padlock first." : null);
};
const noVertex = () =>
  notSettled() ??
  (paintState().vertex === null ? "No vertex is selected. Alt-click one, or press V over it." : null);

interface ToolWords {
  tool: PaintTool;
  label: string;
  icon: IconName;
  help: string;
  needs(): string | null;
}

/** The tools of the Paint workspace, in the order of the bar. */
export const PAINT_TOOLS: readonly ToolWords[] = [
  {
    tool: "skeleton",
    label: "Skeleton",
    icon: "joint",
    help: "Draws bones into the mesh, and moves their joints.",
    needs: notHere,
  },
  {
    tool: "weight",
    label: "Weight",
    icon: "brush",
    help: "Paints the selected bone's weights; the others share what is left.",
    needs: noWeights,
  },
  {
    tool: "constraint",
    label: "Constraint",
    icon: "pin",
    help: "Weights that the optimisation has to keep.",
    needs: noSkeleton,
  },
  {
    tool: "influence",
    label: "Influence",
    icon: "bone",
    help: "Where the selected bone may act at all.",
    needs: noSkeleton,
  },
  {
    tool: "wire",
    label: "Wire edge",
    icon: "wire",
    help: "Links two parts: press on one and release on the other.",
    needs: noSkeleton,
  },
  {
    tool: "attach",
    label: "Attach",
    icon: "anchor",
    help: "The mesh moves here as the selected bone alone.",
    needs: noSkeleton,
  },
  {
    tool: "neumann",
    label: "Neumann",
    icon: "neumann",
    help: "The selected bone has no weight from here on.",
    needs: noSkeleton,
  },
  {
    tool: "smooth",
    label: "Smooth",
    icon: "smooth",
    help: "The optimisation makes the selected bone's weights smooth here.",
    needs: noSkeleton,
  },
  {
    tool: "exclude",
    label: "Exclude",
    icon: "exclude",
    help: "How much the mesh counts here in the optimisation.",
    needs: noSkeleton,
  },
];

export const OPERATIONS: readonly { value: PaintState["operation"]; label: string; help: string }[] = [
  { value: "replace", label: "Replace", help: "Goes towards the value." },
  { value: "add", label: "Add", help: "Adds the value; Ctrl subtracts." },
  { value: "scale", label: "Scale", help: "Multiplies by the value; Ctrl divides." },
  { value: "smooth", label: "Smooth", help: "Goes towards the neighbours' mean." },
  { value: "sharpen", label: "Sharpen", help: "Goes away from the neighbours' mean." },
];

export const REACHES: readonly { value: PaintState["reach"]; label: string; help: string }[] = [
  { value: "surface", label: "Surface", help: "What hangs together with the surface under the pointer." },
  { value: "volume", label: "Volume", help: "All within a ball around it." },
  { value: "through", label: "Through", help: "All behind the circle, on both sides." },
];

export const COLOURS: readonly {
  value: PaintState["colours"];
  label: string;
  icon: IconName;
  help: string;
}[] = [
  { value: "weights", label: "Weights", icon: "brush", help: "Weight of the selected bone." },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone's colour, by weight." },
  { value: "energy", label: "Strain", icon: "heat", help: "What the weights fail to keep rigid." },
  { value: "clay", label: "Clay", icon: "ball", help: "The surface as it is lit." },
];

/** Runs what a change came to; says so where nothing changed. */
function run({ history }: Studio, command: Command | null, otherwise: string): void {
  if (command) history.run(command);
  else toast("Nothing changed", otherwise);
}

type Flag = "erase" | "mirrorX" | "pressure" | "frontOnly" | "rest" | "turning" | "solo";

const toggle = (
  key: Flag,
  words: Pick<Action, "id" | "label" | "icon" | "keys" | "help">,
  needs: () => string | null = notHere,
): Action => ({
  ...words,
  menu: ["View", 8],
  refusal: needs,
  checked: () => paintState()[key],
  perform: () => setPaint({ [key]: !paintState()[key] }),
});

const radius = (id: string, label: string, key: string, factor: number): Action => ({
  id,
  label,
  icon: "brush",
  keys: [key],
  refusal: notHere,
  perform: () =>
    setPaint({ radius: Math.round(Math.max(RADII[0], Math.min(RADII[1], paintState().radius * factor))) }),
});

const bonesOnScreen = () => shownRig(useDocument.getState())?.bones ?? [];

const FACTOR = 1.2;
/** Weights below this are pruned. */
const LEAST_KEPT = 0.01;
/** Influences that most engines take. */
const USUAL_INFLUENCES = 4;

export const PAINT_ACTIONS: Action[] = [
  ...PAINT_TOOLS.map(
    ({ tool, label, icon, help, needs }, n): Action => ({
      id: `paint.${tool}`,
      label: `${label} tool`,
      icon,
      keys: [`${n + 1}`],
      help,
      refusal: needs,
      checked: () => paintState().tool === tool,
      perform: () => setPaint({ tool }),
    }),
  ),
  ...OPERATIONS.map(
    ({ value, label, help }): Action => ({
      id: `paint.operation-${value}`,
      label: `Weight brush: ${label.toLowerCase()}`,
      icon: "brush",
      help,
      refusal: noWeights,
      checked: () => paintState().operation === value,
      perform: () => setPaint({ tool: "weight", operation: value }),
    }),
  ),
  ...REACHES.map(
    ({ value, label, help }): Action => ({
      id: `paint.reach-${value}`,
      label: `Brush reach: ${label.toLowerCase()}`,
      icon: "target",
      help,
      refusal: notHere,
      checked: () => paintState().reach === value,
      perform: () => setPaint({ reach: value }),
    }),
  ),
  ...COLOURS.map(
    ({ value, label, icon, help }): Action => ({
      id: `paint.colours-${value}`,
      label: `Paint colours: ${label.toLowerCase()}`,
      icon,
      help,
      refusal: value === "clay" ? notHere : noWeights,
      checked: () => paintState().colours === value,
      perform: () => setPaint({ colours: value }),
    }),
  ),
  toggle("erase", {
    id: "paint.erase",
    label: "Erase",
    icon: "erase",
    keys: ["E"],
    help: "Takes away what the tool puts there.",
  }),
  toggle("mirrorX", {
    id: "paint.mirror-x",
    label: "Mirror strokes",
    icon: "mirror",
    keys: ["X"],
    help: "Every stroke is made on both sides of the mesh, across X.",
  }),
  toggle("frontOnly", {
    id: "paint.front-only",
    label: "Front faces only",
    icon: "cursor",
    help: "Leaves alone what faces away from you.",
  }),
  toggle("pressure", {
    id: "paint.pressure",
    label: "Pen pressure",
    icon: "sliders",
    help: "A pen that presses less paints less.",
  }),
  toggle(
    "rest",
    {
      id: "paint.rest",
      label: "Rest pose",
      icon: "pose",
      keys: ["Shift+R"],
      help: "Shows and paints the mesh as it rests.",
    },
    noWeights,
  ),
  toggle(
    "turning",
    {
      id: "paint.turn",
      label: "Turn the bone",
      icon: "rotate",
      keys: ["R"],
      help: "Rings to pose the selected bone by.",
    },
    noWeights,
  ),
  toggle(
    "solo",
    {
      id: "paint.solo",
      label: "Solo",
      icon: "eye",
      keys: ["Shift+S"],
      help: "Only the selected bone moves the mesh.",
    },
    noWeights,
  ),
  radius("paint.brush-smaller", "Smaller brush", "[", 1 / FACTOR),
  radius("paint.brush-larger", "Larger brush", "]", FACTOR),
  {
    id: "paint.lock",
    label: "Lock the bone's weights",
    icon: "lock",
    keys: ["L"],
    help: "Strokes on other bones take nothing from it.",
    menu: ["Rig", 7],
    refusal: () =>
      noWeights() ??
      (useView.getState().selectedBone === null ? "No bone is selected. Click one in the list." : null),
    checked: () => paintState().locked.includes(useView.getState().selectedBone ?? -1),
    perform: () => {
      const { selectedBone, paint } = useView.getState();
      if (selectedBone === null) return;
      const others = paint.locked.filter((j) => j !== selectedBone);
      setPaint({ locked: others.length < paint.locked.length ? others : [...others, selectedBone] });
    },
  },
  {
    id: "paint.lock-others",
    label: "Lock all other bones",
    icon: "lock",
    help: "All but the selected one.",
    menu: ["Rig", 7],
    refusal: noWeights,
    perform: () => lockOthers(useView.getState().selectedBone),
  },
  {
    id: "paint.unlock-all",
    label: "Unlock all bones for painting",
    icon: "unlock",
    menu: ["Rig", 7],
    refusal: () => noWeights() ?? (paintState().locked.length > 0 ? null : "No bone's weights are locked."),
    perform: () => setPaint({ locked: [] }),
  },
  {
    id: "paint.flood",
    label: "Flood the whole mesh",
    icon: "mesh",
    keys: ["Shift+Enter"],
    help: "What the brush does, everywhere at once.",
    menu: ["Rig", 7],
    refusal: noBone,
    perform: (studio) => run(studio, flood("everywhere"), "Every weight is as the brush would make it."),
  },
  {
    id: "paint.flood-bone",
    label: "Flood where the bone acts",
    icon: "bone",
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
    icon: "check",
    help: "Sums that are not 1 are scaled until they are.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => run(studio, normaliseWeights(), "All weights sum to 1 already."),
  },
  {
    id: "paint.prune",
    label: "Prune small weights",
    icon: "filter",
    help: "Weights below 0.01 go, and the others share what they had.",
    menu: ["Rig", 7],
    refusal: notSettled,
    perform: (studio) => run(studio, pruneWeights(LEAST_KEPT, 0), `No weight is below ${LEAST_KEPT}.`),
  },
  {
    id: "paint.limit",
    label: "Limit influences",
    icon: "link",
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
    refusal: () => notHere() ?? (paintState().vertex === null ? "No vertex is selected." : null),
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
    icon: "copy",
    keys: ["Ctrl+V"],
    help: "Locked bones keep theirs.",
    refusal: () => noVertex() ?? (hasCopied() ? null : "No weights were copied."),
    perform: (studio) => run(studio, pasteWeights(paintState().vertex ?? 0), "The vertex has these weights."),
  },
];

/** Locks the weights of all bones but one; where they all are, it unlocks them. */
export function lockOthers(bone: number | null): void {
  const others = [...bonesOnScreen().keys()].filter((j) => j !== bone);
  const { locked } = paintState();
  const all = others.every((j) => locked.includes(j)) && !locked.includes(bone ?? -1);
  setPaint({ locked: all ? [] : others });
}
