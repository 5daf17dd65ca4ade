import type { DroppedFile, Job, OpenChoice, OpenResult, SolverClient } from "../../workers/client";
import type { SolveLocks, SolveSettings } from "../../workers/model/solve-settings";
import type { SourceInfo } from "../../workers/model/source-info";
import { openSequence } from "../document/commands";
import type { History } from "../document/history";
import { complain } from "../shell/complain";
import { useShell } from "../shell/shell-state";
import { plural } from "../ui/format";

export const AS_IT_IS: OpenChoice = {
  clips: [],
  fps: null,
  upAxis: null,
  metresPerUnit: null,
  restFrame: null,
};

/** What autosave kept beside the project file. */
export interface Remembered {
  settings: SolveSettings | null;
  locks: SolveLocks | null;
}

export interface Opening {
  /** Looks into files and reads them, asking first where there is something to choose. */
  openFiles(files: DroppedFile[]): Promise<void>;
  /** Reads one source of the last files. */
  readSource(index: number, info: SourceInfo, choice: OpenChoice): Promise<void>;
  /** Opens one project file without asking. @returns whether it is open now. */
  openProject(file: Blob, name: string, remembered?: Remembered): Promise<boolean>;
}

export function createOpening(client: SolverClient, history: History): Opening {
  /** Awaits a job while a card shows its progress and offers to cancel it. */
  async function watched<T>(title: string, job: Job<T>): Promise<T> {
    const waiting = { title, progress: null, cancel: () => job.cancel() };
    useShell.setState({ waiting });
    const stop = job.onProgress((progress) => useShell.setState({ waiting: { ...waiting, progress } }));
    try {
      return await job.result;
    } finally {
      stop();
      useShell.setState({ waiting: null });
    }
  }

  function put(result: OpenResult, remembered?: Remembered): void {
    history.run(openSequence(result.sequence, result.rig, result.report, remembered, result));
  }

  async function openFiles(files: DroppedFile[]): Promise<void> {
    if (files.length === 0) return;
    useShell.setState({ dialog: null });
    const what = files.length === 1 ? files[0].path : plural(files.length, "file");
    try {
      const sources = await watched(`Looking into ${what}`, client.inspect(files));
      const [only] = sources;
      const isWhole = only.format === "Sinew project" || (only.clips.length <= 1 && !only.rateIsFree);
      const nothingToChoose = sources.length === 1 && isWhole;
      if (nothingToChoose) await readSource(0, only, AS_IT_IS);
      else useShell.setState({ dialog: { kind: "open", sources } });
    } catch (error) {
      complain(error, `Opening ${what}`, { label: "Choose other files…", action: "file.open" });
    }
  }

  async function readSource(index: number, info: SourceInfo, choice: OpenChoice): Promise<void> {
    useShell.setState({ dialog: null });
    try {
      put(await watched(`Reading ${info.name}`, client.read(index, choice)));
    } catch (error) {
      complain(error, `Reading ${info.name}`, { label: "Choose other files…", action: "file.open" });
    }
  }

  async function openProject(file: Blob, name: string, remembered?: Remembered): Promise<boolean> {
    const path = name.endsWith(".sinew") ? name : `${name}.sinew`;
    try {
      await watched(`Opening ${name}`, client.inspect([{ path, file }]));
      put(await watched(`Opening ${name}`, client.read(0, AS_IT_IS)), remembered);
      return true;
    } catch (error) {
      complain(error, `Opening ${name}`);
      return false;
    }
  }

  return { openFiles, readSource, openProject };
}
