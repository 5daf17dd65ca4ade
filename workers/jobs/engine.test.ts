import { expect, it, vi } from "vitest";
import * as assembly from "../decompose/result/rig-assembly";
import { writeProject } from "../formats/project/write";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { MemoryError } from "../model/errors";
import { SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { createEngine } from "./engine";

it("gives a path in the background one thread, and a path that the artist asked for all", async () => {
  const asked: number[] = [];
  const engine = createEngine(async (bytes, threads) => {
    asked.push(threads);
    throw new MemoryError({ title: `No ${bytes} bytes`, body: "" });
  }, 4);
  const { sequence, rig } = bendingBar({ bones: 2, frames: 3, length: 4, width: 1 });
  const bones = rig.bones.map((bone) => ({ ...bone, parent: -1 }));
  const input = { sequence, rig: { ...rig, bones }, settings: SOLVE_DEFAULTS, locks: null, most: 4 };
  await expect(engine.run("solvePath", { ...input, oneThread: true }, UNWATCHED)).rejects.toThrow();
  expect(asked).toEqual([1]);
  await expect(engine.run("solvePath", input, UNWATCHED)).rejects.toThrow();
  // It asks again for less room.
  expect(new Set(asked.slice(1))).toEqual(new Set([4]));
});

it("makes partial rigs of a solve only for a caller who looks at them", async () => {
  const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
  const { sequence } = bendingBar({ bones: 2, frames: 3, length: 4, width: 1 });
  const settings = { ...SOLVE_DEFAULTS, bones: 2, iterations: 20 };
  const input = { sequence, settings, from: null, locks: null };
  const shown: number[] = [];
  const watched = await engine.run("decompose", input, UNWATCHED, ({ rig }) => shown.push(rig.bones.length));
  expect(shown.length).toBeGreaterThan(0);
  const made = vi.spyOn(assembly, "rigOfState");
  const unseen = await engine.run("decompose", input, UNWATCHED);
  expect(made).toHaveBeenCalledTimes(1);
  expect(unseen.rig).toEqual(watched.rig);
});

it("reads projects beside the sources that are open, and two of them at once", async () => {
  const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
  const { sequence, rig } = bendingBar({ bones: 2, frames: 3, length: 4, width: 1 });
  const saved = (name: string) => {
    const bytes = writeProject({ sequence: { ...sequence, name }, rig, report: null });
    return { path: `${name}.sinew`, file: new Blob([Uint8Array.from(bytes)]) };
  };
  await engine.run("inspect", { files: [saved("open")] }, UNWATCHED);
  const read = (name: string) => engine.run("readProject", { file: saved(name) }, UNWATCHED);
  const both = await Promise.all([read("one"), read("other")]);
  expect(both.map((project) => project.sequence.name)).toEqual(["one", "other"]);
  expect(both[0].sequence.frames).not.toBe(both[1].sequence.frames);
  const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
  const { sequence: first } = await engine.run("read", { source: 0, choice }, UNWATCHED);
  expect(first.name).toBe("open");
});
