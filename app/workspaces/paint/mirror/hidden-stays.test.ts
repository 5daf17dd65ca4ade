import { beforeEach, describe, expect, it, vi } from "vitest";
import { mirrorMesh } from "../../../../workers/geometry/mirror/surface-mirror";
import { UNWATCHED } from "../../../../workers/model/task";
import type { InpaintInput } from "../../../../workers/model/weights/transfer";
import { reusedParallel } from "../../../../workers/weights/testing/bindables";
import { inpaintWeights } from "../../../../workers/weights/transfer/inpaint-weights";
import type { Studio } from "../../../actions/studio";
import type { Command } from "../../../document/history/history";
import { mirrorOf } from "../../../document/weights/mirror/cached-mirror";
import type { MirrorRequest } from "../../../document/weights/mirror/mirror-worker";
import {
  expectHiddenStay,
  type OpenedSheet,
  openSheet,
  SHEET,
  SHEET_SEED,
} from "../../../document/weights/testing/hidden-sheet";
import { fillUnmatched, mirrorWeights } from "./mirror-weights";

/** The worker that matches the two sides, in this thread. */
class MirrorWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage({ mesh, settings, origin }: MirrorRequest): void {
    const data = mirrorMesh(mesh, settings, origin);
    queueMicrotask(() => this.onmessage?.({ data }));
  }
  terminate(): void {}
}

const parallel = reusedParallel();
const client = {
  inpaintWeights: (input: InpaintInput) => ({
    result: inpaintWeights(input, parallel, UNWATCHED),
    onProgress: () => () => {},
    cancel: () => {},
  }),
};

let opened: OpenedSheet;
const run = (command: Command | string | null) => {
  if (command !== null && typeof command !== "string") opened.history.run(command);
};

beforeEach(() => {
  vi.stubGlobal("Worker", MirrorWorker);
  opened = openSheet();
});

describe(`hidden vertices keep their weights (seed ${SHEET_SEED})`, () => {
  for (const copy of ["forward", "back", "mean"] as const) {
    it(`through a copy to the mirror image, ${copy}`, async () => {
      await expectHiddenStay(opened, async () => run(await mirrorWeights(opened.stores, copy)));
    });
  }

  it("through a fill of vertices without a mirror image", async () => {
    const { stores } = opened;
    // A plane beside the middle: the columns at the far end have no image.
    const { mirroring } = stores.document.getState();
    stores.document.setState({ mirroring: { ...mirroring, offset: 1 } });
    const studio = Object.assign(stores, { client }) as unknown as Studio;
    expect(await fillUnmatched(studio)).not.toBeNull();
    await expectHiddenStay(opened, async () => run(await fillUnmatched(studio)));
  });
});

it("a fill of vertices without a mirror image changes only those inside the mask", async () => {
  const { stores, row } = opened;
  const { mirroring, vertexSelection } = stores.document.getState();
  stores.document.setState({ mirroring: { ...mirroring, offset: 1 } });
  const studio = Object.assign(stores, { client }) as unknown as Studio;
  const { unmatched } = await mirrorOf(SHEET.sequence, stores.document.getState().mirroring);
  const half = unmatched.slice(0, unmatched.length / 2);
  const before = SHEET.every.map(row);
  stores.document.setState({ vertexSelection: { ...vertexSelection, vertices: half } });
  run(await fillUnmatched(studio));
  const changed = SHEET.every.filter((i) => `${row(i)}` !== `${before[i]}`);
  expect(changed).toEqual([...half]);
  // A selection of vertices with partners.
  const matched = Uint32Array.of(SHEET.every.find((i) => !unmatched.includes(i))!);
  stores.document.setState({ vertexSelection: { ...vertexSelection, vertices: matched } });
  expect(await fillUnmatched(studio)).toMatch(/outside the mask/);
});
