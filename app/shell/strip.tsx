import type { ReactNode } from "react";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { PoseStrip } from "../panels/deform/PoseStrip";
import { OptimiseStrip } from "../panels/paint/OptimiseStrip";
import { Timeline } from "../panels/Timeline";
import { useShell } from "./shell-state";

/** What lies under the viewport: frames, test poses, or how the weights of a mesh that is bound come along. */
export function useStrip(): { title: string; content(small?: boolean): ReactNode } {
  const workspace = useView((view) => view.workspace);
  const poses = useShell((shell) => shell.strip === "poses");
  // A mesh that stands still has no frames to show: it is there to be bound.
  const binds = useDocument(({ skeleton, sequence }) => skeleton !== null || sequence?.frameCount === 1);
  if (workspace === "deform" && poses)
    return { title: "Poses", content: (small) => <PoseStrip small={small} /> };
  if (workspace === "paint" && binds)
    return { title: "Course of the optimisation", content: () => <OptimiseStrip /> };
  return { title: "Timeline", content: (small) => <Timeline small={small} /> };
}
