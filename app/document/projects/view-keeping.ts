import type { ProjectsClient } from "../../../workers/client";
import { useDocument } from "../document";
import type { CameraPose } from "../view-state";
import { useView } from "../view-state";
import type { Keeping } from "./keeping";
import { type ViewRecord, viewRecord } from "./view-record";

/** The view is saved when it has stayed the same for this long. */
const QUIET_MS = 700;

interface ViewKeepingParts {
  projects: Pick<ProjectsClient, "keepView">;
  keeping: Pick<Keeping, "projectOf">;
  viewport: { current: { camera(): CameraPose } | null };
}

/** Keeps workspace, frame, camera and selection of the open project, beside its versions. */
export function keepView({ projects, keeping, viewport }: ViewKeepingParts): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { sequence } = useDocument.getState();
    if (!sequence || useView.getState().playing) return;
    const record: ViewRecord = viewRecord(viewport.current?.camera() ?? null);
    const { id, isKept } = keeping.projectOf(sequence.frames);
    const text = `${id} ${JSON.stringify(record)}`;
    // Without a version there is nothing to come back to.
    if (text === last || !isKept) return;
    last = text;
    await projects.keepView(id, record).catch(() => {
      // It is kept with the next change.
      last = "";
    });
  }

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), QUIET_MS);
  };
  useView.subscribe(later);
  useDocument.subscribe(later);
  // What the hand does to the camera is in no store.
  window.addEventListener("pointerup", later);
  window.addEventListener("wheel", later, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void keep();
  });
}
