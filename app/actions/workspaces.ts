import { paint } from "../document/deform/panes";
import { useDocument } from "../document/document";
import { paintForSolve } from "../document/solve/intent-painting";
import { useView, type WorkspaceName } from "../document/view-state";
import type { IconName } from "../ui/icon-names";
import { noSequence } from "./file-actions";

export const tooFewFrames = (): string | null => {
  const frames = useDocument.getState().sequence?.frameCount ?? 0;
  return frames > 1
    ? null
    : "The mesh stands still: there is no motion to solve. Bind it to a skeleton in the Paint workspace.";
};

/** Deformers need bones, and weights that hold still while they are prepared. */
const nothingToDeform = () =>
  noSequence() ??
  (useDocument.getState().rig ? null : "There are no bones to deform with yet. Solve first, or open a rig.");

interface Workspace {
  id: WorkspaceName;
  label: string;
  icon: IconName;
  about: string;
  /** Why it cannot be entered now, or null. */
  refusal(): string | null;
}

/** The workspaces, in the order of the work. */
export const WORKSPACES: readonly Workspace[] = [
  {
    id: "solve",
    label: "Solve",
    icon: "bolt",
    about: "Finds bones, weights and motion.",
    refusal: noSequence,
  },
  {
    id: "paint",
    label: "Paint",
    icon: "brush",
    about: "Paints weights, draws skeletons, and finds weights that deform as rigidly as possible.",
    refusal: noSequence,
  },
  {
    id: "deform",
    label: "Deform",
    icon: "pose",
    about: "Compares deformers side by side, and tunes Direct Delta Mush.",
    refusal: nothingToDeform,
  },
  {
    id: "compare",
    label: "Compare",
    icon: "chart",
    about: "Solves by several methods, and shows how they do side by side.",
    refusal: () => noSequence() ?? tooFewFrames(),
  },
];

/** @throws for an id that no workspace has: that is a typing error in the code. */
export function workspaceOf(id: WorkspaceName): Workspace {
  const found = WORKSPACES.find((workspace) => workspace.id === id);
  if (!found) throw new Error(`There is no workspace “${id}”.`);
  return found;
}

/** Another arrangement of panels over the same document; bones that the pointer paints are posed again. */
export function enter(workspace: WorkspaceName): void {
  paint(null);
  paintForSolve(null);
  useView.setState({ workspace });
}
