import { beforeEach, describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../workers/client";
import { fakeUploads } from "../../../../workers/jobs/testing/fake-uploads";
import { bindableOf } from "../../../../workers/model/weights/bindable";
import { useDocument } from "../../../document/document";
import { sequence } from "./testing/fake-weights";
import { uploadedMesh } from "./uploaded-mesh";

describe("The mesh that a skeleton is bound to", () => {
  const { held, ...methods } = fakeUploads();
  const client = methods as unknown as SolverClient;
  beforeEach(() => useDocument.setState({ ...useDocument.getInitialState(), sequence }, true));

  it("is uploaded once for each sequence, and freed when another is opened", () => {
    const handle = uploadedMesh(client, sequence);
    expect(uploadedMesh(client, sequence)).toBe(handle);
    expect([...held.values()]).toEqual([bindableOf(sequence)]);
    useDocument.setState({ skeleton: null });
    expect(held.has(handle)).toBe(true);
    const other = { ...sequence };
    useDocument.setState({ sequence: other });
    expect(held.size).toBe(0);
    const next = uploadedMesh(client, other);
    expect([...held.keys()]).toEqual([next]);
    expect(next).not.toBe(handle);
  });
});
