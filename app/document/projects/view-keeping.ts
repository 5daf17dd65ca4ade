import type { ProjectsClient } from "../../../workers/client";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";
import type { Stores } from "../stores";
import type { Keeping } from "./keeping";
import { type ViewRecord, viewRecord } from "./view-record";

/** The view is saved once it has not changed for this long. */
const QUIET_MS = 700;

/** The parts of the studio that it uses. */
interface ViewKeepingParts extends Stores {
  projects: Pick<ProjectsClient, "keepView">;
  keeping: Pick<Keeping, "projectOf">;
  viewport: { current: { camera(): CameraPose } | null };
}

/** Saves the workspace, frame, camera and selection of the open project, beside its versions. */
export function keepView(studio: ViewKeepingParts): void {
  const { projects, keeping, viewport } = studio;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = "";

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { sequence } = studio.document.getState();
    if (!sequence || studio.view.getState().playing) return;
    const record: ViewRecord = viewRecord(studio, viewport.current?.camera() ?? null);
    const { id, isKept } = keeping.projectOf(sequence.frames);
    const text = `${id} ${JSON.stringify(record)}`;
    // Without a version there is nothing to return to.
    if (text === last || !isKept) return;
    last = text;
    await projects.keepView(id, record).catch(() => {
      // The next change saves it again.
      last = "";
    });
  }

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), QUIET_MS);
  };
  studio.view.subscribe(later);
  studio.document.subscribe(later);
  // The first version of a project is often saved after the last change of its view.
  studio.work.subscribe(({ saved }, before) => {
    if (saved?.state === "saved" && saved !== before.saved) void keep();
  });
  // Camera moves are not in a store, so listen to the pointer.
  window.addEventListener("pointerup", later);
  window.addEventListener("wheel", later, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void keep();
  });
}
