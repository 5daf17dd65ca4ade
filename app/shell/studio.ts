import { createContext, useContext } from "react";
import type { ProjectsClient, SolverClient } from "../../workers/client";
import type { Binding } from "../document/binding/binding";
import type { JointFitting } from "../document/binding/joint-fitting";
import type { Measuring } from "../document/binding/measuring";
import type { Comparing } from "../document/compare/comparing";
import type { Preparing } from "../document/deform/preparing";
import type { History } from "../document/history";
import type { Keeping } from "../document/projects/keeping";
import type { BoneEditing } from "../document/solve/bone-editing";
import type { Correcting } from "../document/solve/correcting";
import type { Solving } from "../document/solve/solving";
import type { Opening } from "../files/opening";
import type { Restoring } from "../files/restoring";
import type { ViewportEdits } from "../viewport/viewport-edits";
import type { ViewportHandle } from "../viewport/viewport-handle";

/** What the studio is made of. Made once, by main.tsx; reaches components through the context. */
export interface Studio {
  client: SolverClient;
  history: History;
  solving: Solving;
  binding: Binding;
  joints: JointFitting;
  measuring: Measuring;
  preparing: Preparing;
  comparing: Comparing;
  correcting: Correcting;
  edits: ViewportEdits;
  bones: BoneEditing;
  opening: Opening;
  projects: ProjectsClient;
  keeping: Keeping;
  restoring: Restoring;
  /** Filled while a viewport is mounted. */
  viewport: { current: ViewportHandle | null };
  /** Performs an action by its id, if it can be done now. @returns why not, or null. */
  perform(actionId: string): string | null;
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("There is no studio around this component.");
  return studio;
}
