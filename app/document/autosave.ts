import type { SolverClient } from "../../workers/client";
import { type SavedProject, useShell } from "../shell/shell-state";
import { useCompare } from "./compare/compare-state";
import { storedRuns } from "./compare/stored-runs";
import { type DocumentState, useDocument } from "./document";
import { projectExtras } from "./project-extras";
import { canStore, listProjects, lockName, projectOf, storeVersion } from "./project-store";

/** Changes that come within this time are saved as one version. */
const DELAY_MS = 1500;
/** The same for changes of deformers and poses alone: tried out in many small steps, beside a busy engine. */
const POSING_DELAY_MS = 8000;

const POSING = ["deform", "poses"] as const;
/** What binds a mesh to a skeleton, changed stroke by stroke. */
const BINDING = ["skeleton", "skeletonClips", "weighting", "weightEdits", "weightReport"] as const;
const WHOLE = ["sequence", "rig", "report", "intent", ...POSING, ...BINDING] as const;

/** Keeps the open project in the browser's own file system, as versions, so that closing the page loses nothing. */
export interface Autosave {
  /** The open project's versions, or null while none is kept. */
  current(): Promise<SavedProject | null>;
}

export function createAutosave(client: SolverClient): Autosave {
  // A project is one sequence's frames: an undo back to another sequence goes on with that one's versions.
  const ids = new WeakMap<Float32Array, string>();
  let release: (() => void) | null = null;
  let open: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving = false;
  let stored: Pick<DocumentState, (typeof WHOLE)[number]> | null = null;

  if (!canStore()) {
    const message = "This browser cannot keep projects. Save the project as a file instead.";
    useShell.setState({ saved: { state: "failed", time: Date.now(), message } });
    return { current: async () => null };
  }

  function idOf(frames: Float32Array): string {
    const known = ids.get(frames);
    if (known) return known;
    const id = crypto.randomUUID();
    ids.set(frames, id);
    return id;
  }

  /** Holds the lock of `id` as long as the project is open here, so that other tabs leave it alone. */
  function hold(id: string | null): void {
    if (id === open) return;
    release?.();
    release = null;
    open = id;
    if (id === null) return;
    void navigator.locks.request(lockName(id), { ifAvailable: true }, () => {
      return new Promise<void>((resolve) => {
        if (open === id) release = resolve;
        else resolve();
      });
    });
  }

  async function save(): Promise<void> {
    const state = useDocument.getState();
    const { sequence, rig, report, settings, locks } = state;
    if (!sequence) return;
    if (saving) return schedule();
    clearTimeout(timer);
    timer = undefined;
    saving = true;
    const id = idOf(sequence.frames);
    const same = WHOLE.every((key) => stored?.[key] === state[key]);
    const since = useShell.getState().saved;
    useShell.setState({ saved: { state: "saving", time: since?.time ?? Date.now(), message: "" } });
    try {
      const bytes = same
        ? null
        : await client.saveProject(sequence, rig, report, projectExtras(state)).result;
      const runs = storedRuns(useCompare.getState().runs);
      await storeVersion(id, sequence.name, bytes, settings, locks, runs);
      stored = state;
      useShell.setState({ saved: { state: "saved", time: Date.now(), message: "" } });
    } catch (error) {
      useShell.setState({ saved: { state: "failed", time: Date.now(), message: whyNotSaved(error) } });
    } finally {
      saving = false;
    }
  }

  function schedule(delay = DELAY_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delay);
  }

  useDocument.subscribe((state, before) => {
    hold(state.sequence && idOf(state.sequence.frames));
    const isNew = (key: keyof DocumentState) => state[key] !== before[key];
    if (!state.sequence) useShell.setState({ saved: null });
    else if ((["sequence", "rig", "report", "settings", "locks", "intent"] as const).some(isNew)) schedule();
    else if (POSING.some(isNew) || BINDING.some(isNew)) schedule(POSING_DELAY_MS);
  });

  // Figures of a comparison are kept as they come.
  useCompare.subscribe(
    ({ runs }) => runs.filter(({ report }) => report).length,
    () => useDocument.getState().sequence && schedule(),
  );

  // Leaving the page within the delay: what can still be written is started at once.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && timer !== undefined) void save();
  });

  return { current: async () => (open ? projectOf(open) : null) };
}

function whyNotSaved(error: unknown): string {
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "The browser gives no more room. Save the project as a file.";
  }
  const message = error instanceof Error ? error.message : String(error);
  return `The browser could not write it (${message}). Save the project as a file.`;
}

/** Looks for the project that was open when the page last closed. */
export async function findRestorable(): Promise<void> {
  if (!canStore()) return;
  const [latest] = await listProjects();
  if (latest && !useDocument.getState().sequence) useShell.setState({ restorable: latest });
}
