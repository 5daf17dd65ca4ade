import { noSequence } from "../../../actions/guards";
import { noSkeleton, noWeights } from "../../../actions/weight-guards";
import type { IconName } from "../../../common/icon-names";
import type { Stores } from "../../../document/stores";
import type { PaintState, PaintTool } from "../../../document/view-state";

interface ToolWords {
  tool: PaintTool;
  label: string;
  icon: IconName;
  help: string;
  needs(stores: Stores): string | null;
}

/** The tools of the Paint workspace, in the order of the toolbar. */
export const PAINT_TOOLS: readonly ToolWords[] = [
  {
    tool: "skeleton",
    label: "Skeleton",
    icon: "joint",
    help: "Draws bones into the mesh, and moves their joints.",
    needs: noSequence,
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
    icon: "influence",
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

export const COLOURS: readonly {
  value: PaintState["colours"];
  label: string;
  icon: IconName;
  help: string;
}[] = [
  { value: "weights", label: "Weights", icon: "ramp", help: "Weight of the selected bone." },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone's colour, by weight." },
  { value: "energy", label: "Strain", icon: "heat", help: "What the weights fail to keep rigid." },
  { value: "clay", label: "Clay", icon: "ball", help: "The surface as it is lit." },
];
