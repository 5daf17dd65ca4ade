import { vi } from "vitest";
import type { OpenResult } from "../../../../workers/client";
import { readProject } from "../../../../workers/formats/project/read";
import { writeProject } from "../../../../workers/formats/project/write";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import { ProjectStore } from "../../../../workers/projects/project-store";
import type { FaultyStorage } from "../../../../workers/projects/testing/faulty-storage";
import { createHistory } from "../../../document/history/document-history";
import { createKeeping } from "../../../document/projects/keeping";
import { createProjectHold } from "../../../document/projects/project-hold";
import { openSequence } from "../../../document/sequence-commands";
import { setSettings } from "../../../document/solve/solve-commands";
import { createStores } from "../../../document/stores";
import type { RememberedFile } from "../file-handles";
import { createProjectFiles } from "../project-files";
import { createRestoring } from "../restoring";
import type { BrowserLocks } from "./browser-locks";

/** Milliseconds between versions. */
const LATER = 60_000;
const clock = { now: 1_700_000_000_000 };

/** Lets time pass for all tabs, in milliseconds. */
export const pass = (time: number): void => void (clock.now += time);

/** The parts of a browser page that saving uses: whether it is visible, and whether it asks before it is left. */
class FakePage {
  readonly document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  private readonly asking = new Set<unknown>();
  readonly window = {
    addEventListener: (_: string, listen: unknown) => void this.asking.add(listen),
    removeEventListener: (_: string, listen: unknown) => void this.asking.delete(listen),
  };

  get asksBeforeLeaving(): boolean {
    return this.asking.size > 0;
  }

  /** Brings the page to the front, so that code under test sees its globals. */
  show(): void {
    vi.stubGlobal("document", this.document);
    vi.stubGlobal("window", this.window);
    vi.stubGlobal("navigator", { userAgent: "test" });
  }

  hide(): void {
    this.show();
    this.document.visibilityState = "hidden";
    this.document.dispatchEvent(new Event("visibilitychange"));
    this.document.visibilityState = "visible";
  }
}

/**
 * A tab of the studio with its own stores, history and saving, on a disk and locks that all tabs share. Draws nothing
 * and starts no worker: the project store runs in this thread.
 */
export function openTab(disk: FaultyStorage, locks: BrowserLocks) {
  const page = new FakePage();
  page.show();
  const stores = createStores();
  const store = new ProjectStore({ storage: disk, locks, now: () => (clock.now += LATER) });
  const projects = Object.assign(store, { canStore: async () => true });
  const history = createHistory(stores);
  const tab = {};
  const hold = createProjectHold(locks.of(tab));
  const keeping = createKeeping(stores, { projects, history, hold });
  const readFile = async (blob: Blob): Promise<OpenResult> => {
    const { settings: _, ...project } = readProject(new Uint8Array(await blob.arrayBuffer()));
    return project as OpenResult;
  };
  const memory = new Map<string, RememberedFile>();
  const asked = vi.fn(async () => {});
  const files = createProjectFiles(stores, {
    ...{ projects, keeping, askAboutChange: asked },
    client: { saveProject: (input) => ({ result: Promise.resolve(writeProject(input as never)) }) as never },
    memory: {
      recall: async (project) => memory.get(project) ?? null,
      remember: async (project, file) => void memory.set(project, file),
    },
  });
  const opening = { readProject: vi.fn(readFile) };
  const comparing = { restore: vi.fn() };
  const restoring = createRestoring(stores, {
    ...{ projects, opening, keeping, hold, history },
    comparing: comparing as never,
    canEnter: () => true,
    files,
  });

  const settings = () => stores.document.getState().settings;
  return {
    ...{ page, projects, history, keeping, restoring, opening, stores, files, memory, asked },
    open: (sequence: MeshSequence) => history.run(openSequence(stores, sequence, null, null)),
    /** Asks for a number of bones, as a step. */
    ask: (bones: number) => history.run(setSettings(stores, { bones })),
    bones: () => settings().bones,
    /** Hides the page, which saves. @returns the state of saving afterwards. */
    async save(): Promise<string | undefined> {
      page.hide();
      await keeping.settled();
      return stores.work.getState().saved?.state;
    },
    /** Opens the newest version of the only project, or of the one with this name. */
    async restore(name?: string): Promise<void> {
      page.show();
      const listed = await store.list();
      const project = listed.find((each) => name === undefined || each.name === name);
      if (!project?.versions[0]) throw new Error(`There is no version of ${name ?? "a project"}`);
      await restoring.restore(project, project.versions[0].id);
    },
    /** The message about the last save. */
    saidOfSaving: () => stores.work.getState().saved?.message,
    /** The title of the error on screen. */
    complaint() {
      const { dialog } = stores.dialog.getState();
      return dialog?.kind === "error" ? dialog.complaint.title : null;
    },
    labels: () => history.state.getState().steps.map(({ label }) => label),
    /** The browser closes the tab, which releases its locks. */
    end: () => locks.end(tab),
  };
}

export type Tab = ReturnType<typeof openTab>;
