import { NodeIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import type { GroundTruth } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { exportFile, exportSize } from "../../export-file";
import { shown, skinned, withShapes } from "../testing/exported-rigs";
import { threePositions } from "../testing/fixtures";

const ALL: ExportOptions = { influences: 0, clips: [], upAxis: "y" };

async function exported({ sequence, rig }: GroundTruth, options: Partial<ExportOptions> = {}) {
  const result = await exportFile(sequence, rig, { ...ALL, ...options }, UNWATCHED);
  expect(result.validatorMessages).toEqual([]);
  expect(await exportSize(sequence, rig, { ...ALL, ...options }, UNWATCHED)).toBe(result.bytes.length);
  return result;
}

const timesOf = ({ sequence }: GroundTruth) =>
  Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);

/** The largest distance of a vertex in three from its place in the rig, over all frames. */
async function missInThree(truth: GroundTruth, bytes: Uint8Array): Promise<number> {
  const frames = await threePositions(bytes, 0, timesOf(truth));
  let largest = 0;
  frames.forEach((positions, k) => {
    const truly = shown(truth.sequence, skinned(truth.rig, k));
    for (let c = 0; c < truly.length; c += 3) {
      largest = Math.max(largest, Math.hypot(...[0, 1, 2].map((a) => truly[c + a] - positions[c + a])));
    }
  });
  return largest;
}

describe("exportFile with fewer keys", () => {
  it("plays within the tolerance in three, and the file is smaller", async () => {
    const truth = strictCloth({ bones: 12, frames: 60, travel: [1, 0, 0] });
    const full = await exported(truth);
    expect(full.keys.after).toBe(full.keys.before);
    expect(full.keys.deviation).toBe(0);
    for (const keyTolerance of [0.001, 0.01]) {
      const result = await exported(truth, { keyTolerance });
      const rounding = 2e-6 * restDiagonal(truth.sequence);
      expect(await missInThree(truth, result.bytes)).toBeLessThanOrEqual(keyTolerance + rounding);
      expect(result.keys.deviation).toBeLessThanOrEqual(keyTolerance);
      expect(result.largestAdded).toBeLessThanOrEqual(keyTolerance + rounding);
      expect(result.keys.before).toBe(full.keys.before);
      expect(result.keys.after).toBeLessThan(0.7 * result.keys.before);
      expect(result.bytesByKind.animation).toBeLessThan(full.bytesByKind.animation!);
    }
  });

  it("measures with the corrected rest pose", async () => {
    const { sequence, rig } = strictCloth({ bones: 5, frames: 20 });
    const truth = { sequence, rig: withShapes(rig, 2, 0.3, 4) };
    const { bytes, keys } = await exported(truth, { keyTolerance: 0.01 });
    expect(keys.after).toBeLessThan(keys.before);
    expect(await missInThree(truth, bytes)).toBeLessThanOrEqual(0.01 + 1e-5);
  });
});

describe("exportFile with root motion", () => {
  it("puts the travel on a bone above all others, without moving a vertex", async () => {
    const truth = strictCloth({ bones: 6, frames: 12, travel: [3, 0, 2] });
    const { bytes } = await exported(truth, { rootMotion: "extract" });
    expect(await missInThree(truth, bytes)).toBeLessThan(2e-5);
    const root = (await new NodeIO().readBinary(bytes)).getRoot();
    const [skin] = root.listSkins();
    expect(
      skin
        .getSkeleton()!
        .listChildren()
        .map((node) => node.getName()),
    ).toEqual(["root"]);
    expect(skin.listJoints()).toHaveLength(7);
    const travel = root
      .listAnimations()[0]
      .listChannels()
      .find(
        (channel) =>
          channel.getTargetNode()!.getName() === "root" && channel.getTargetPath() === "translation",
      );
    const places = travel!.getSampler()!.getOutput()!;
    const [first, last] = [places.getElement(0, []), places.getElement(11, [])];
    expect(last[0] - first[0]).toBeCloseTo(3, 4);
    expect(last[1] - first[1]).toBeCloseTo(0, 4);
    expect(last[2] - first[2]).toBeCloseTo(2, 4);
  });
});

describe("exportFile with loops", () => {
  it("reports how far the ends of a clip are apart, and whether it loops", async () => {
    const loop = strictCloth({ bones: 6, frames: 24 });
    expect((await exported(loop)).loops).toMatchObject([{ clip: "cloth", kind: "repeats", closed: false }]);
    expect((await exported(loop)).loops[0].gap).toBeLessThan(1e-5);
    const { sequence, rig } = loop;
    const shorter = { ...sequence, clips: [{ name: "cycle", first: 0, last: 22 }] };
    const [cycle] = (await exported({ sequence: shorter, rig })).loops;
    expect(cycle).toMatchObject({ clip: "cycle", kind: "leads" });
    expect(cycle.gap / cycle.step).toBeGreaterThan(0.5);
    const half = { ...sequence, clips: [{ name: "half", first: 0, last: 7 }] };
    expect((await exported({ sequence: half, rig })).loops[0].kind).toBe("none");
    const walk = strictCloth({ bones: 6, frames: 24, travel: [4, 0, 0] });
    expect((await exported(walk)).loops[0]).toMatchObject({ kind: "none", butForTravel: true });
    expect((await exported(walk, { rootMotion: "extract" })).loops[0]).toMatchObject({
      kind: "repeats",
      butForTravel: false,
    });
  });

  it("ends a closed clip exactly as it begins", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, frames: 24 });
    const motion = rig.motion.map((x, n) => (n >= 12 * 6 * 22 && n % 4 === 3 ? x + 0.001 : x));
    const frames = Float32Array.from(
      Array.from({ length: 24 }, (_, k) => skinned({ ...rig, motion }, k)).flat(),
    );
    for (const last of [22, 23]) {
      const clip = { ...sequence, frames, clips: [{ name: "cycle", first: 0, last }] };
      const given = { sequence: clip, rig: { ...rig, motion } };
      const open = await exported(given);
      const closed = await exported(given, { closeLoops: true });
      expect(closed.loops[0]).toMatchObject({ kind: last === 22 ? "leads" : "repeats", closed: true });
      const [animation] = (await new NodeIO().readBinary(closed.bytes)).getRoot().listAnimations();
      for (const channel of animation.listChannels()) {
        const output = channel.getSampler()!.getOutput()!;
        const [begin, end] = [0, output.getCount() - 1].map((n) => output.getElement(n, []));
        const sign = begin.length === 4 && begin.reduce((sum, x, c) => sum + x * end[c], 0) < 0 ? -1 : 1;
        expect(end.map((x) => sign * x)).toEqual(begin);
        // A clip whose last frame leads to the first gets one more frame.
        const input = channel.getSampler()!.getInput()!;
        expect(input.getElement(input.getCount() - 1, [])[0]).toBeCloseTo(23 / sequence.fps, 5);
      }
      // Closing moves the mesh by at most the distance of the ends.
      const added = closed.largestAdded - open.largestAdded;
      expect(added).toBeLessThanOrEqual(last === 22 ? 0.002 : open.loops[0].gap + 1e-5);
    }
  });

  it("closes a loop that travels, and keeps the travel", async () => {
    const truth = strictCloth({ bones: 6, frames: 24, travel: [4, 0, 0] });
    const sequence = { ...truth.sequence, clips: [{ name: "walk", first: 0, last: 22 }] };
    const options = { rootMotion: "extract" as const, closeLoops: true };
    const { bytes, loops, ...errors } = await exported({ sequence, rig: truth.rig }, options);
    expect(loops[0]).toMatchObject({ kind: "leads", closed: true });
    // The added frame is a step further on than the first one, and is no error.
    expect(errors.largestAdded).toBeLessThan(1e-4);
    expect(errors.eRmsInFile).toBeCloseTo(errors.eRmsAsked, 3);
    const [animation] = (await new NodeIO().readBinary(bytes)).getRoot().listAnimations();
    const travel = animation
      .listChannels()
      .find(
        (channel) =>
          channel.getTargetNode()!.getName() === "root" && channel.getTargetPath() === "translation",
      )!
      .getSampler()!
      .getOutput()!;
    expect(travel.getCount()).toBe(24);
    expect(travel.getElement(23, [])[0] - travel.getElement(0, [])[0]).toBeCloseTo(4, 1);
  });
});
