import { createContext, useContext } from "react";
import { useView } from "../document/use-stores";
import type { KeyHintList } from "../panels/fields/KeyHints";
import { Timeline } from "../panels/timeline/Timeline";
import type { PanelFace, Strip, WorkspaceFace } from "../workspaces/face";

/** The workspaces of the studio that contains a component. The list never changes. */
export const FacesContext = createContext<readonly WorkspaceFace[]>([]);

export const useFaces = (): readonly WorkspaceFace[] => useContext(FacesContext);

/** The current workspace. */
export function useFace(): WorkspaceFace {
  const faces = useFaces();
  const workspace = useView((view) => view.workspace);
  return faces.find(({ id }) => id === workspace) ?? faces[0];
}

type FaceHook = "useStrip" | "useFramed" | "useKeyHints";
type AnswerOf<Hook extends FaceHook> = ReturnType<NonNullable<PanelFace[Hook]>>;

/**
 * Returns the result of a hook of the current workspace. Calls it for all workspaces, so that React sees the same hooks
 * each time.
 */
function useOfFace<Hook extends FaceHook>(hook: Hook): AnswerOf<Hook> | undefined {
  const faces = useFaces();
  const answers = faces.map((face) => face[hook]?.());
  return answers[faces.indexOf(useFace())] as AnswerOf<Hook> | undefined;
}

const TIMELINE: Strip = { title: "Timeline", content: (small) => <Timeline small={small} /> };

/** The strip below the viewport: the workspace's own, or the timeline. */
export const useStrip = (): Strip => useOfFace("useStrip") ?? TIMELINE;

/** Whether small views fill the viewport. */
export const useFramed = (): boolean => useOfFace("useFramed") ?? false;

/** The keys that the status bar shows now; null if there are none. */
export const useKeyHints = (): KeyHintList | null => useOfFace("useKeyHints") ?? null;

/** Questions before work is discarded. From all workspaces, because work may run in any of them. */
export function StopQuestions() {
  return useFaces().map(({ id, StopQuestion }) => StopQuestion && <StopQuestion key={id} />);
}

/** Background work of all workspaces. */
export function BackgroundWork() {
  return useFaces().map(({ id, Status }) => Status && <Status key={id} />);
}
