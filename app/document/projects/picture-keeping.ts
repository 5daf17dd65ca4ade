import type { ProjectsClient } from "../../../workers/client";
import type { KeptPictures } from "../../../workers/model/files/kept-project";
import type { OpenedFrames } from "../../../workers/model/mesh/streamed-sequence";
import type { Stores } from "../stores";
import type { Keeping } from "./keeping";

/** The delay after a save, so that the picture does not compete with the artist's next step. */
const AFTER_MS = 600;
/** The shortest time between two pictures. Of several versions within it, only the last one gets a picture. */
const BETWEEN_MS = 4000;
/** Pictures take at most this share of the time: on a slow GPU, strokes would wait for them. */
const MOST_SHARE = 0.02;

/** The parts of the studio that it uses. */
interface PictureKeepingParts extends Stores {
  projects: Pick<ProjectsClient, "keepPictures">;
  keeping: Pick<Keeping, "onKept">;
  viewport: { current: { stills(): Promise<KeptPictures> } | null };
}

/** Adds pictures of the viewport to saved versions, while the studio is idle. */
export function keepPictures(studio: PictureKeepingParts): void {
  const { projects, keeping, viewport } = studio;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The earliest time for the next picture. */
  let earliest = Number.NEGATIVE_INFINITY;
  // Weak, so that a pending picture does not keep a closed file in memory.
  let next: { project: string; version: string; frames: WeakRef<OpenedFrames> } | null = null;

  function arrange(): void {
    clearTimeout(timer);
    const wait = Math.max(AFTER_MS, earliest - performance.now());
    timer = setTimeout(() => whenIdle(() => void take()), wait);
  }

  async function take(): Promise<void> {
    const wanted = next;
    const frames = studio.document.getState().sequence?.frames;
    // The project was closed, so this version gets no picture.
    if (!wanted || !frames || frames !== wanted.frames.deref()) return;
    if (isBusy(studio)) return arrange();
    const view = viewport.current;
    if (!view) return;
    next = null;
    const begin = performance.now();
    try {
      const pictures = await view.stills();
      const end = performance.now();
      earliest = end + Math.max(BETWEEN_MS, (end - begin) / MOST_SHARE);
      await projects.keepPictures(wanted.project, wanted.version, pictures);
    } catch {
      // No disk space or no GPU: the picture of the version before is shown.
    }
  }

  keeping.onKept(({ id }, { version, state: { sequence } }) => {
    if (!sequence) return;
    next = { project: id, version: version.id, frames: new WeakRef(sequence.frames) };
    arrange();
  });
}

/** Whether the view moves or shows unfinished work. */
function isBusy({ view, work, document }: Stores): boolean {
  const { livePose, liveSkeleton, liveRig, partial } = document.getState();
  const isLive = Boolean(livePose || liveSkeleton || liveRig || partial);
  return isLive || view.getState().playing || work.getState().solve !== null;
}

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 0);
};
