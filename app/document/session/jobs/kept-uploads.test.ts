import { expect, it } from "vitest";
import { fakeUploads } from "../../../../workers/jobs/testing/fake-uploads";
import { KeptUploads } from "./kept-uploads";

it("uploads a value once, and again when what it is made from changes", () => {
  const client = fakeUploads();
  const uploads = new KeptUploads(client);
  const [a, b] = [{ n: 1 }, { n: 2 }];
  const first = uploads.get("rig", a, () => ({ made: a }));
  expect(uploads.get("rig", a, () => ({ made: a }))).toBe(first);
  expect([uploads.isOf("rig", a), uploads.isOf("rig", b), uploads.isOf("mesh", null)]).toEqual([
    true,
    false,
    false,
  ]);
  const second = uploads.get("rig", b, () => ({ made: b }));
  const mesh = uploads.get("mesh", a, () => a);
  expect([...client.held]).toEqual([
    [second, { made: b }],
    [mesh, a],
  ]);
  uploads.letGo();
  expect(client.held.size).toBe(0);
  expect(uploads.isOf("mesh", a)).toBe(false);
});
