import { noSequence } from "../../../actions/guards/guards";
import { noBoundSkeleton, noWeights } from "../../../actions/guards/weight-guards";
import type { IconName } from "../../../common/icon-names";
import type { PaintState, PaintToolName } from "../../../document/paint-state";
import type { Stores } from "../../../document/stores";

interface ToolWords {
  tool: PaintToolName;
  label: string;
  /** The term of the field, for the tooltip and the palette. */
  term?: string;
  key: string;
  icon: IconName;
  help: string;
  needs(stores: Stores): string | null;
}

/** The tools of the Paint workspace. */
export const PAINT_TOOLS: readonly ToolWords[] = [
  {
    tool: "weight",
    label: "Weight",
    key: "1",
    icon: "brush",
    help: "Paints the selected bone's weights. Other bones share the rest.",
    needs: noWeights,
  },
  {
    tool: "select",
    label: "Select",
    key: "2",
    icon: "select",
    help: "Selects vertices by clicks and boxes. A double click selects an edge loop or a whole part.",
    needs: noSequence,
  },
  {
    tool: "lasso",
    label: "Lasso",
    key: "3",
    icon: "lasso",
    help: "Selects vertices with a line around them.",
    needs: noSequence,
  },
  {
    tool: "mask",
    label: "Mask",
    key: "4",
    icon: "mask",
    help: "Paints where brushes and operations may change the mesh.",
    needs: noSequence,
  },
  {
    tool: "constraint",
    label: "Constraint",
    key: "5",
    icon: "pin",
    help: "Pins weights. The optimisation keeps them.",
    needs: noBoundSkeleton,
  },
  {
    tool: "influence",
    label: "Influence",
    key: "6",
    icon: "influence",
    help: "Sets where the selected bone may have weight.",
    needs: noBoundSkeleton,
  },
  {
    tool: "wire",
    label: "Link",
    key: "7",
    icon: "wire",
    help: "Links two parts (wire edges): press on one and release on the other.",
    needs: noBoundSkeleton,
  },
  {
    tool: "attach",
    label: "Attach",
    key: "8",
    icon: "anchor",
    help: "Attaches vertices to the selected bone alone: weight 1.",
    needs: noBoundSkeleton,
  },
  {
    tool: "neumann",
    label: "Barrier",
    term: "Neumann",
    key: "9",
    icon: "neumann",
    help: "Holds the selected bone's weight at 0 here.",
    needs: noBoundSkeleton,
  },
  {
    tool: "smooth",
    label: "Smooth",
    key: "0",
    icon: "smooth",
    help: "Smooths the selected bone's weights during the optimisation.",
    needs: noBoundSkeleton,
  },
  {
    tool: "exclude",
    label: "Importance",
    key: "-",
    icon: "exclude",
    help: "Sets how much the optimisation counts the mesh here; 0 excludes it.",
    needs: noBoundSkeleton,
  },
  {
    tool: "skeleton",
    label: "Skeleton",
    key: "D",
    icon: "joint",
    help: "Draws bones inside the mesh and moves their joints.",
    needs: noSequence,
  },
];

/** The tools that have a brush. */
export type BrushName = Exclude<PaintToolName, "skeleton" | "select" | "lasso">;

/** Whether a tool selects vertices. */
export const isSelecting = (tool: PaintToolName): tool is "select" | "lasso" =>
  tool === "select" || tool === "lasso";

/** Whether a tool has a brush. */
export const hasBrush = (tool: PaintToolName): tool is BrushName => tool !== "skeleton" && !isSelecting(tool);

/** The groups of tools on the left. The eraser follows the first tool. */
export const TOOL_GROUPS: readonly (readonly PaintToolName[])[] = [
  ["weight"],
  ["select", "lasso", "mask"],
  ["constraint", "influence", "wire", "attach", "neumann", "smooth", "exclude"],
  ["skeleton"],
];

export const COLOURS: readonly {
  value: PaintState["colours"];
  label: string;
  icon: IconName;
  help: string;
}[] = [
  { value: "weights", label: "Weights", icon: "ramp", help: "Weight of the selected bone." },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone's colour, by weight." },
  { value: "energy", label: "Strain", icon: "heat", help: "Where the weights stretch or shear the mesh." },
  { value: "clay", label: "Clay", icon: "ball", help: "The lit surface." },
  {
    value: "textures",
    label: "Textures",
    icon: "image",
    help: "The mesh’s own materials and vertex colours.",
  },
];
