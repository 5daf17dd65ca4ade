import { beforeEach, describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import { fakeUploads } from "../../../../workers/jobs/testing/fake-uploads";
import { bindableOf } from "../../../../workers/model/weights/bindable";
import { createStores, type Stores } from "../../../document/stores";
import { sequence } from "./testing/fake-weights";
import { uploadedMesh } from "./uploaded-mesh";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

describe("The mesh that a skeleton is bound to", () => {
  const { held, ...methods } = fakeUploads();
  const client = methods as unknown as SolverClient;
  beforeEach(() => stores.document.setState({ ...stores.document.getInitialState(), sequence }, true));

  it("is uploaded once for each sequence, and freed when another is opened", () => {
    const handle = uploadedMesh(stores, client, sequence);
    expect(uploadedMesh(stores, client, sequence)).toBe(handle);
    expect([...held.values()]).toEqual([bindableOf(sequence)]);
    stores.document.setState({ skeleton: null });
    expect(held.has(handle)).toBe(true);
    const other = { ...sequence };
    stores.document.setState({ sequence: other });
    expect(held.size).toBe(0);
    const next = uploadedMesh(stores, client, other);
    expect([...held.keys()]).toEqual([next]);
    expect(next).not.toBe(handle);
  });
});
