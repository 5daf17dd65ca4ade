import { describe, expect, it } from "vitest";
import { deformWithReport } from "../../deform/deform-report";
import { rigFrames } from "../../deform/rig-frames";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { DEFORM_DEFAULTS } from "../../model/deform";
import { CancelledError } from "../../model/errors";
import { FRAME_FORMAT_IDS, type FrameFormatId } from "../../model/files/export/frame-formats";
import type { FramesExportInput } from "../../model/files/export/frames-export";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { openAlembic } from "../alembic/read";
import { READ_ALL } from "../alembic/testing/fixtures";
import { openMdd } from "../point-cache/mdd";
import { openPc2 } from "../point-cache/pc2";
import { bytesFile } from "../source/source-file";
import { exportFrames } from "./export-frames";

const serial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Two clips of a bar far from the origin. The second one is exported. */
function inputOf(format: FrameFormatId): FramesExportInput {
  const bar = bendingBar({ bones: 3, frames: 9, length: 9, width: 2 });
  const clips = [
    { name: "one", first: 0, last: 4 },
    { name: "two", first: 5, last: 8 },
  ];
  const origin: [number, number, number] = [100, -50, 20];
  const sequence = { ...bar.sequence, clips, origin, upAxis: "y" as const };
  return { sequence, rig: bar.rig, kind: "dqs", settings: DEFORM_DEFAULTS, clips: [1], format };
}

/** The bytes of the file, put together like in a page. */
async function fileOf(input: FramesExportInput): Promise<Uint8Array> {
  const pieces: number[] = [];
  const put = async (piece: Uint8Array) => {
    // The page may take a while. The result must not come before it is done.
    for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
    pieces.push(...piece);
  };
  const { start, bytes } = await exportFrames(input, serial, UNWATCHED, put);
  expect(pieces).toHaveLength(bytes);
  return Uint8Array.from([...start, ...pieces.slice(start.length)]);
}

/** 3V positions for each frame from the deformer, in the file's space. */
async function posed({ sequence, rig, kind, settings, clips }: FramesExportInput): Promise<number[][]> {
  const { source, motion } = await rigFrames(sequence, rig, clips, UNWATCHED);
  const frames: number[][] = [];
  const input = { source, motion, kind, settings, reference: null };
  await deformWithReport(input, serial, UNWATCHED, ({ positions }) =>
    frames.push(Array.from(positions, (x, n) => x + sequence.origin[n % 3])),
  );
  return frames;
}

/** 3V positions for each frame in a file. */
async function readBack({ format, sequence }: FramesExportInput, bytes: Uint8Array): Promise<number[][]> {
  const file = bytesFile(`bar.${format}`, bytes);
  if (format !== "abc") {
    const cache = await { pc2: openPc2, mdd: openMdd }[format](file);
    return Promise.all(Array.from({ length: cache.frames }, async (_, k) => [...(await cache.frame(k))]));
  }
  const raw = await (await openAlembic(file, UNWATCHED)).read(READ_ALL, UNWATCHED);
  // An archive may number its points differently. The corners tell which is which.
  const place = new Int32Array(sequence.vertexCount);
  raw.polygonCorners.forEach((d, c) => {
    place[sequence.solverIndex[sequence.polygonCorners[c]]] = raw.displayPoint[d];
  });
  const frames: number[][] = [];
  for (let k = 0; k < raw.frameCount; k++) {
    const frame = await raw.frame(k);
    frames.push(Array.from(place, (point) => [...frame.subarray(3 * point, 3 * point + 3)]).flat());
  }
  return frames;
}

describe("frames as a file", () => {
  for (const format of FRAME_FORMAT_IDS) {
    it(`${format} has the deformer's positions in the frames of the chosen clips`, async () => {
      const input = inputOf(format);
      const truth = await posed(input);
      const read = await readBack(input, await fileOf(input));
      expect(read).toHaveLength(4);
      const off = read.map((frame, k) => Math.max(...frame.map((x, n) => Math.abs(x - truth[k][n]))));
      expect(Math.max(...off)).toBeLessThan(1e-4);
    });
  }

  it("is half as large without normals", async () => {
    const whole = await fileOf(inputOf("abc"));
    const bare = await fileOf({ ...inputOf("abc"), normals: false });
    expect(bare.length).toBeLessThan(0.75 * whole.length);
  });

  it("stops when the task is cancelled", async () => {
    let left = 2;
    const task = {
      ...UNWATCHED,
      checkpoint: async () => {
        if (left-- === 0) throw new CancelledError();
      },
    };
    await expect(exportFrames(inputOf("pc2"), serial, task, () => {})).rejects.toThrow(CancelledError);
  });
});
