import { noSequence } from "../../../actions/guards/guards";
import { noBoundSkeleton, noWeights } from "../../../actions/guards/weight-guards";
import type { IconName } from "../../../common/icon-names";
import type { Stores } from "../../../document/stores";
import type { PaintState, PaintToolName } from "../../../document/view-state";

interface ToolWords {
  tool: PaintToolName;
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
    help: "Draws bones inside the mesh and moves their joints.",
    needs: noSequence,
  },
  {
    tool: "weight",
    label: "Weight",
    icon: "brush",
    help: "Paints the selected bone's weights. Other bones share the rest.",
    needs: noWeights,
  },
  {
    tool: "constraint",
    label: "Constraint",
    icon: "pin",
    help: "Pins weights. The optimisation keeps them.",
    needs: noBoundSkeleton,
  },
  {
    tool: "influence",
    label: "Influence",
    icon: "influence",
    help: "Sets where the selected bone may have weight.",
    needs: noBoundSkeleton,
  },
  {
    tool: "wire",
    label: "Link",
    icon: "wire",
    help: "Links two parts (wire edges): press on one and release on the other.",
    needs: noBoundSkeleton,
  },
  {
    tool: "attach",
    label: "Attach",
    icon: "anchor",
    help: "Attaches vertices to the selected bone alone: weight 1.",
    needs: noBoundSkeleton,
  },
  {
    tool: "neumann",
    label: "Barrier",
    icon: "neumann",
    help: "Stops the selected bone's weights here (Neumann constraint).",
    needs: noBoundSkeleton,
  },
  {
    tool: "smooth",
    label: "Smooth",
    icon: "smooth",
    help: "Smooths the selected bone's weights during the optimisation.",
    needs: noBoundSkeleton,
  },
  {
    tool: "exclude",
    label: "Importance",
    icon: "exclude",
    help: "Sets how much the optimisation counts the mesh here; 0 excludes it.",
    needs: noBoundSkeleton,
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
  { value: "energy", label: "Strain", icon: "heat", help: "Where the weights stretch or shear the mesh." },
  { value: "clay", label: "Clay", icon: "ball", help: "The lit surface." },
  {
    value: "textures",
    label: "Textures",
    icon: "image",
    help: "The mesh’s own materials and vertex colours.",
  },
];
