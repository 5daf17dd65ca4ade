import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Handle, Job, SolverClient } from "../../../../../workers/client";
import { ControlledJob } from "../../../../../workers/jobs/testing/controlled-job";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import {
  type DeformSettings,
  type DeformSource,
  type DirectData,
  deformSourceOf,
  type Strengths,
} from "../../../../../workers/model/deform";
import { SinewError } from "../../../../../workers/model/errors";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { renameBone } from "../../../../document/binding/renaming";
import { setDeform } from "../../../../document/deform/deform-commands";
import { History } from "../../../../document/history/history";
import { openSequence } from "../../../../document/sequence-commands";
import { closeDialog } from "../../../../document/session/dialogs";
import { createStores, type Stores } from "../../../../document/stores";
import { createPreparing, type Preparing } from "./preparing";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const { sequence, rig } = bendingBar();

interface Asked<T> {
  source: Handle<DeformSource>;
  settings: DeformSettings;
  job: ControlledJob<T>;
}

/** A client whose jobs the test ends. */
function fakeClient() {
  const { held, ...uploads } = fakeUploads();
  const direct: Asked<DirectData>[] = [];
  const strengths: Asked<Strengths>[] = [];
  const centres: Asked<Float32Array>[] = [];
  const start =
    <T>(list: Asked<T>[]) =>
    ({ source, settings }: Pick<Asked<T>, "source" | "settings">): Job<T> => {
      const job = new ControlledJob<T>();
      list.push({ source, settings, job });
      return job;
    };
  const client = {
    ...uploads,
    prepareDirect: start(direct),
    prepareStrengths: start(strengths),
    prepareCentres: start(centres),
  } as unknown as SolverClient;
  return { client, direct, strengths, centres, held };
}

const directData = (solved = 2) => ({ solved, seconds: 0.1 }) as DirectData;
const evenStrengths = (): Strengths => {
  const ones = () => new Float32Array(sequence.vertexCount).fill(1);
  return { lambda: ones(), kappa: ones(), alpha: ones() };
};

describe("preparing", () => {
  let fake: ReturnType<typeof fakeClient>;
  let preparing: Preparing;
  let history: History;
  /** Lets the delay pass, and promises settle. */
  const settle = () => vi.advanceTimersByTimeAsync(100);

  beforeEach(async () => {
    vi.useFakeTimers();
    // Error reports name the browser.
    vi.stubGlobal("navigator", { userAgent: "test" });
    closeDialog(stores);
    fake = fakeClient();
    history = new History();
    preparing = createPreparing(stores, fake.client);
    history.run(openSequence(stores, sequence, rig, null));
    await settle();
  });
  afterEach(() => {
    // Subscribers of earlier tests see no rig, and request nothing.
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const enter = async () => {
    stores.view.setState({ workspace: "deform" });
    await settle();
    fake.strengths.at(-1)!.job.finish(evenStrengths());
    fake.direct.at(-1)!.job.finish(directData());
    await settle();
  };

  it("requests only the data that panes show, and only in the Deform workspace", async () => {
    expect(fake.strengths).toHaveLength(0);
    await enter();
    expect(fake.direct).toHaveLength(1);
    expect(fake.centres).toHaveLength(0);
    expect(stores.prepared.getState()).toMatchObject({ rig, stale: false, progress: null });
    stores.view.setState({ panes: [{ deformer: "cor", shading: "clay", reference: "source" }] });
    await settle();
    expect(fake.centres).toHaveLength(1);
    stores.view.setState({ panes: [{ deformer: "lbs", shading: "difference", reference: "dm" }] });
    await settle();
    expect(fake.direct).toHaveLength(1);
  });

  it("uploads the mesh once for many requests, and frees it with its rig", async () => {
    await enter();
    history.run(setDeform(stores, { lambda: 2 }));
    await settle();
    expect(fake.direct).toHaveLength(2);
    const [[handle, source], ...others] = fake.held;
    expect(others).toEqual([]);
    expect(source).toEqual(deformSourceOf(sequence, rig));
    expect([...fake.direct, ...fake.strengths].every((asked) => asked.source === handle)).toBe(true);
    stores.document.setState({ rig: { ...rig, rest: rig.rest.slice() } });
    await settle();
    expect(fake.held.size).toBe(1);
    expect(fake.held.has(handle)).toBe(false);
    stores.document.setState({ ...stores.document.getInitialState() }, true);
    expect(fake.held.size).toBe(0);
  });

  it("applies a change of the slide alone without the engine", async () => {
    await enter();
    const before = stores.prepared.getState().slide!;
    expect(before[0]).toBeCloseTo(0.5, 6);
    history.run(setDeform(stores, { alpha: 0.8 }));
    expect(stores.prepared.getState().slide![0]).toBeCloseTo(0.8, 6);
    await settle();
    expect(fake.direct).toHaveLength(1);
    expect(fake.strengths).toHaveLength(1);
    expect(stores.prepared.getState().lastChange?.what).toBe("slide only");
  });

  it("shows the old data until the new data arrive, and uses the last of many changes", async () => {
    await enter();
    const old = stores.prepared.getState().direct;
    history.run(setDeform(stores, { lambda: 2 }));
    history.run(setDeform(stores, { lambda: 3 }));
    await settle();
    expect(fake.direct).toHaveLength(2);
    expect(fake.direct[1].settings.lambda).toBe(3);
    expect(stores.prepared.getState()).toMatchObject({ direct: old, stale: true });
    history.run(setDeform(stores, { lambda: 4 }));
    await settle();
    expect(fake.direct[1].job.cancelled).toBe(true);
    const next = directData(1);
    fake.direct[2].job.finish(next);
    await settle();
    expect(stores.prepared.getState()).toMatchObject({ direct: next, stale: false });
    expect(stores.prepared.getState().lastChange?.what).toBe("one system");
  });

  it("lets a preparation finish during a drag, then continues with the latest value", async () => {
    await enter();
    const drag = (lambda: number) =>
      stores.document.setState({ liveDeform: { ...stores.document.getState().deform, lambda } });
    drag(2);
    await settle();
    drag(3);
    await settle();
    expect(fake.direct).toHaveLength(2);
    expect(fake.direct[1].job.cancelled).toBe(false);
    fake.direct[1].job.finish(directData());
    await settle();
    expect(fake.direct[2].settings.lambda).toBe(3);
    // The drag ends at the value that is already being prepared.
    history.run(setDeform(stores, { lambda: 3 }));
    await settle();
    expect(fake.direct).toHaveLength(3);
    expect(fake.direct[2].job.cancelled).toBe(false);
  });

  it("requests nothing when an undo returns to existing data", async () => {
    await enter();
    history.run(setDeform(stores, { kappa: 0.2 }));
    await settle();
    history.undo();
    await settle();
    expect(fake.direct[1].job.cancelled).toBe(true);
    expect(fake.direct).toHaveLength(2);
    expect(stores.prepared.getState().stale).toBe(false);
  });

  it("keeps the old data after a cancel until it is asked again", async () => {
    await enter();
    history.run(setDeform(stores, { lambda: 2 }));
    await settle();
    preparing.cancel();
    await settle();
    expect(fake.direct[1].job.cancelled).toBe(true);
    expect(fake.direct).toHaveLength(2);
    expect(stores.prepared.getState().stale).toBe(true);
    preparing.again();
    await settle();
    expect(fake.direct).toHaveLength(3);
  });

  it("reports a failure once, and tries again with other settings", async () => {
    await enter();
    history.run(setDeform(stores, { lambda: 2 }));
    await settle();
    fake.direct[1].job.fail(new SinewError({ title: "No room", body: "It needs more memory." }));
    await settle();
    expect(stores.dialog.getState().dialog).toMatchObject({ kind: "error", complaint: { title: "No room" } });
    expect(fake.direct).toHaveLength(2);
    history.run(setDeform(stores, { lambda: 1.5 }));
    await settle();
    expect(fake.direct).toHaveLength(3);
  });

  it("keeps everything if bones are renamed, and nothing for another rig", async () => {
    await enter();
    history.run(renameBone(stores, 0, "root"));
    await settle();
    expect(fake.direct).toHaveLength(1);
    expect(stores.prepared.getState().rig).toBe(stores.document.getState().rig);
    const other = bendingBar();
    history.run(openSequence(stores, other.sequence, other.rig, null));
    expect(stores.prepared.getState()).toMatchObject({ direct: null, strengths: null, rig: other.rig });
    await settle();
    expect(fake.direct).toHaveLength(2);
  });
});
