import { expect, it } from "vitest";
import { writeObj } from "../formats/obj/write-obj";
import { writePc2 } from "../formats/point-cache/pc2";
import { blobFile } from "../formats/source/source-file";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { boundsOf, frameOf } from "../model/mesh/mesh-sequence";
import type { FiledSequence } from "../model/mesh/streamed-sequence";
import { SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { createEngine } from "./engine";

const { sequence, rig } = bendingBar({ bones: 3, frames: 20, length: 12, width: 3 });
const CHOICE = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
const blob = (bytes: Uint8Array, name: string) => blobFile(new Blob([new Uint8Array(bytes)]), name);
const FILES = [blob(writeObj(sequence), "bar.obj"), blob(writePc2(sequence), "bar.pc2")];

async function engineWith(...ids: string[]) {
  const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
  await engine.run("inspect", { files: FILES }, UNWATCHED);
  const opened: FiledSequence[] = [];
  for (const id of ids) {
    opened.push(await engine.run("openStream", { source: 0, choice: CHOICE, id }, UNWATCHED));
  }
  return { engine, opened };
}

it("a sequence that is opened in its files says where its frames are, and how far they go", async () => {
  const { engine, opened } = await engineWith("a");
  const [{ frames, ...mesh }] = opened;
  expect(frames).toMatchObject({ id: "a", files: ["bar.obj", "bar.pc2"], choice: CHOICE });
  expect(mesh).toMatchObject({ vertexCount: sequence.vertexCount, frameCount: 20 });
  boundsOf(sequence.frames).forEach((x, n) => {
    expect(frames.box[n]).toBeCloseTo(x, 5);
  });
  for (const frame of [19, 0, 7]) {
    const read = await engine.run("streamedFrame", { id: "a", frame }, UNWATCHED);
    expect(read).toEqual(frameOf(sequence, frame));
  }
});

it("several streams are open until they are closed", async () => {
  const { engine } = await engineWith("a", "b");
  await engine.run("closeStream", { id: "a" }, UNWATCHED);
  expect(await engine.run("streamedFrame", { id: "b", frame: 3 }, UNWATCHED)).toEqual(frameOf(sequence, 3));
  await expect(engine.run("streamedFrame", { id: "a", frame: 3 }, UNWATCHED)).rejects.toThrow(
    "no longer open",
  );
});

it("frames that are looked at while it solves do not change the result", async () => {
  const { engine, opened } = await engineWith("a");
  const settings = { ...SOLVE_DEFAULTS, bones: 3, iterations: 4 };
  const solve = () =>
    engine.run("decomposeStream", { sequence: opened[0], settings, memory: 2e9 }, UNWATCHED);
  const alone = await solve();
  let ended = false;
  const watched = solve().finally(() => {
    ended = true;
  });
  for (let frame = 0; !ended; frame = (frame + 7) % 20) {
    await engine.run("streamedFrame", { id: "a", frame }, UNWATCHED);
    await new Promise((go) => setImmediate(go));
  }
  expect((await watched).rig).toEqual(alone.rig);
});

it("jobs that need all frames refuse it, and name what to do", async () => {
  const { engine, opened } = await engineWith("a");
  await expect(engine.run("measureRig", { sequence: opened[0], rig }, UNWATCHED)).rejects.toThrow(
    /bar is read from its files.*Export a shorter range/s,
  );
  const options = { influences: 4, clips: [], upAxis: "y" as const };
  const { bytes } = await engine.run("exportFile", { sequence: opened[0], rig, options }, UNWATCHED);
  expect(bytes.length).toBeGreaterThan(1000);
});

it("a project keeps its rig, and where its frames are", async () => {
  const { engine, opened } = await engineWith("a");
  const bytes = await engine.run("saveProject", { sequence: opened[0], rig, report: null }, UNWATCHED);
  await engine.run("inspect", { files: [blob(bytes, "bar.sinew")] }, UNWATCHED);
  const back = await engine.run("read", { source: 0, choice: CHOICE }, UNWATCHED);
  expect(back.sequence).toEqual(opened[0]);
  expect(back.rig?.motion).toEqual(rig.motion);
});
