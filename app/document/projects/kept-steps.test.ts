import { beforeEach, describe, expect, it, vi } from "vitest";
import type { KeptVersion } from "../../../workers/model/files/kept-project";
import { SOLVE_DEFAULTS } from "../../../workers/model/solve/solve-settings";
import { smallSequence } from "../../../workers/projects/testing/kept-states";
import type { DocumentState } from "../document";
import { History } from "../history/history";
import { openSequence } from "../sequence-commands";
import { setSettings } from "../solve/solve-commands";
import { createStores, type Stores } from "../stores";
import { restoreSteps } from "./kept-steps";
import { OpenProject } from "./open-project";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const sequence = smallSequence();
/** The document of a version. The number of bones identifies the version. */
const fieldsOf = (version: string): Partial<DocumentState> => ({
  sequence,
  settings: { ...SOLVE_DEFAULTS, bones: Number(version) },
});
const version = (id: string, parent: string | null): KeptVersion => ({
  ...{ id, time: Number(id), label: `Bones ${id}`, icon: "check", bytes: 1, parent },
  ...{ figures: null, hasPicture: false, by: null },
});
const STEPS = [version("10", null), version("11", "10"), version("12", "11"), version("13", "12")];

/** Reads of versions that wait until the test finishes them. */
function slowReads() {
  const asked: string[] = [];
  const waiting = new Map<string, (fail?: Error) => void>();
  const read = (id: string) =>
    new Promise<Partial<DocumentState>>((resolve, reject) => {
      asked.push(id);
      waiting.set(id, (fail) => (fail ? reject(fail) : resolve(fieldsOf(id))));
    });
  const end = async (id: string, fail?: Error) => {
    await vi.waitFor(() => expect(waiting.has(id)).toBe(true));
    waiting.get(id)?.(fail);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { asked, read, end };
}

const bones = () => stores.document.getState().settings.bones;

/** A history with the steps of an earlier session, of which `done` are done. */
function restored(done: number) {
  const history = new History();
  const reads = slowReads();
  const failed = vi.fn();
  const project = new OpenProject();
  const fields = fieldsOf(STEPS[done - 1].id);
  restoreSteps(stores, history, { project, steps: STEPS, done, fields, read: reads.read, failed });
  stores.document.setState(fields);
  return { history, failed, project, ...reads, position: () => history.state.getState().position };
}

beforeEach(() => stores.document.setState(stores.document.getInitialState(), true));

describe("steps of an earlier session", () => {
  it("read their version when the artist goes to them, and leave the document alone meanwhile", async () => {
    const { history, end, asked, position } = restored(4);
    history.undo();
    expect([position(), bones()]).toEqual([3, 13]);
    await end("12");
    expect([bones(), asked]).toEqual([12, ["12"]]);
    history.redo();
    // The newest one is still in memory, so nothing is read.
    expect([bones(), asked]).toEqual([13, ["12"]]);
  });

  it("lead back to a closed document without reading anything", () => {
    const { history, asked } = restored(1);
    history.undo();
    expect([stores.document.getState().sequence, asked]).toEqual([null, []]);
    history.redo();
    expect([stores.document.getState().sequence, bones()]).toEqual([sequence, 10]);
  });

  it("read only the last one when the artist goes to several at once", async () => {
    const { history, asked, end } = restored(4);
    history.undo();
    history.undo();
    history.undo();
    await end("10");
    expect([asked, bones()]).toEqual([["10"], 10]);
  });

  it("change nothing if the artist did something before they were read", async () => {
    const { history, end } = restored(4);
    history.undo();
    history.run(setSettings(stores, { bones: 77 }));
    await end("12");
    expect(bones()).toBe(77);
  });

  it("go back to the current document if one cannot be read, and report it", async () => {
    const { history, end, failed, position } = restored(4);
    history.undo();
    history.undo();
    const torn = new Error("torn");
    await end("11", torn);
    expect(failed).toHaveBeenCalledExactlyOnceWith(torn);
    expect([position(), bones()]).toEqual([4, 13]);
    // The steps around it still work.
    history.undo();
    await end("12");
    expect([position(), bones()]).toEqual([3, 12]);
  });

  it("can be redone after an earlier version was opened", async () => {
    const { history, end } = restored(2);
    history.redo();
    await end("12");
    expect(bones()).toBe(12);
  });

  it("are the parents of the next version", () => {
    const { history, project } = restored(3);
    history.run(setSettings(stores, { bones: 50 }));
    const { steps, position } = history.state.getState();
    const input = project.inputFor(stores, stores.document.getState(), steps.slice(0, position), []);
    expect(input?.parent).toBe("12");
  });

  it("clear the preview of a drag", async () => {
    const { history, end } = restored(4);
    history.undo();
    stores.document.setState({ liveDeform: stores.document.getState().deform });
    await end("12");
    expect(stores.document.getState().liveDeform).toBeNull();
  });

  it("come after what this session had open", async () => {
    const history = new History();
    history.run(openSequence(stores, smallSequence("earlier"), null, null));
    const { read, end } = slowReads();
    const fields = fieldsOf("13");
    restoreSteps(stores, history, {
      project: new OpenProject(),
      steps: STEPS,
      done: 4,
      fields,
      read,
      failed: vi.fn(),
    });
    stores.document.setState(fields);
    history.goTo(2);
    await end("10");
    expect(bones()).toBe(10);
  });
});
