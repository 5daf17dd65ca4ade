import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Job } from "../../../workers/client";
import { writeObj } from "../../../workers/formats/obj/write-obj";
import { writePc2 } from "../../../workers/formats/point-cache/pc2";
import { readProject } from "../../../workers/formats/project/read";
import { writeProject } from "../../../workers/formats/project/write";
import { createEngine } from "../../../workers/jobs/engine";
import type { Sent } from "../../../workers/jobs/handles";
import type { InputOf, JobKind, OutputOf, PartialOf } from "../../../workers/jobs/jobs";
import { Arena } from "../../../workers/kernels/arena";
import { Serial } from "../../../workers/kernels/parallel";
import { frameOf, type MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../workers/model/task";
import { bendingBar } from "../../../workers/testing/sequences";
import { SOURCE_FRAMES } from "../../document/frames/source-frames";
import { History } from "../../document/history/history";
import { openSequence } from "../../document/sequence-commands";
import { pageJob } from "../../document/session/page-job";
import { createStores } from "../../document/stores";
import { createSourceFiles } from "./source-files";

const { sequence, rig } = bendingBar({ bones: 2, frames: 5, length: 8, width: 2 });
const { sequence: other } = bendingBar({ bones: 2, frames: 5, length: 9, width: 2 });
const CHOICE = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

type Files = { path: string; file: File }[];

const namedFiles = (...files: [name: string, bytes: Uint8Array][]): Files =>
  files.map(([name, bytes]) => ({ path: name, file: new File([new Uint8Array(bytes)], name) }));
const filesOf = (given: MeshSequence) =>
  namedFiles(["bar.obj", writeObj(given)], ["bar.pc2", writePc2(given)]);
const RIGHT = filesOf(sequence);
const [MESH] = RIGHT;

const FREE = { pause() {}, resume() {}, keep() {}, onPartial: () => () => {} };

/** An engine on this thread, as the page knows it. */
function engineClient(): Parameters<typeof createSourceFiles>[1] {
  const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
  const job =
    <K extends JobKind>(kind: K) =>
    (input: Sent<InputOf<K>>): Job<OutputOf<K>, PartialOf<K>> => ({
      ...{ id: 0, ...FREE, ...pageJob(() => engine.run(kind, input, UNWATCHED)) },
    });
  return {
    inspect: job("inspect"),
    openStream: job("openStream"),
    streamedFrame: job("streamedFrame"),
    closeStream: job("closeStream"),
  };
}

/** A page whose file chooser gives these files. */
function choosing(files: Files): void {
  const input = {
    style: {},
    files: files.map(({ file }) => file),
    addEventListener: (type: string, listen: () => void) => type === "change" && (input.click = listen),
    click() {},
    remove() {},
  };
  vi.stubGlobal("document", { createElement: () => input, body: { append() {} } });
}

/** A studio that opens the project of a rig whose frames were left in bar.obj and bar.pc2. */
async function reopened(isOlder = false) {
  const before = engineClient();
  await before.inspect({ files: RIGHT }).result;
  const opened = await before.openStream({ source: 0, choice: CHOICE, id: "a" }).result;
  const { checksum: _, ...older } = opened.frames;
  const filed = isOlder ? { ...opened, frames: older } : opened;
  const project = readProject(writeProject({ sequence: filed, rig, report: null }), "bar.sinew");
  const stores = createStores();
  const files = createSourceFiles(stores, engineClient());
  new History().run(openSequence(stores, project.sequence, project.rig, null));
  const shown = stores.of(SOURCE_FRAMES);
  const mesh = project.sequence;
  return {
    files,
    rig: () => stores.document.getState().rig,
    isOpen: () => shown.isOpen(mesh),
    async frame(k: number) {
      await shown.arrived(mesh, k);
      return shown.at(mesh, k);
    },
    /** Chooses files. @returns the error message, or null. */
    async choose(chosen: Files): Promise<string | null> {
      choosing(chosen);
      await files.locate();
      const { dialog } = stores.dialog.getState();
      stores.dialog.setState({ dialog: null });
      return dialog?.kind === "error" ? `${dialog.complaint.title}. ${dialog.complaint.body}` : null;
    },
  };
}

beforeEach(() => void vi.stubGlobal("navigator", { userAgent: "test" }));
afterEach(() => void vi.unstubAllGlobals());

const FRAME = sequence.rest.length;

/** The sequence with one number of frame 3 changed. @param choose of all numbers of the frame, which one. */
function changed(choose: (frame: Float32Array) => number, by: number): MeshSequence {
  const frames = sequence.frames.slice();
  const frame = frames.subarray(3 * FRAME, 4 * FRAME);
  frame[choose(frame)] += by;
  return { ...sequence, frames };
}

const largest = (frame: Float32Array) => frame.indexOf(Math.max(...frame));
const nearestToZero = (frame: Float32Array) =>
  frame.indexOf(frame.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)));
const shorter = { ...sequence, frameCount: 4, frames: sequence.frames.subarray(0, 4 * FRAME) };

const WRONG: [what: string, files: Files, says: string][] = [
  ["fewer frames", filesOf(shorter), "in 4 frames, and it has"],
  ["another mesh", filesOf(other), "These are not the frames of bar. They have"],
  ["a vertex far away", filesOf(changed(largest, 40)), "the file has changed"],
  ["a vertex that moved inside the box", filesOf(changed(nearestToZero, 1e-3)), "the file has changed"],
  [
    "a cache that ends early",
    [MESH, ...namedFiles(["bar.pc2", writePc2(sequence).slice(0, 900)])],
    "bar.pc2",
  ],
  ["the mesh alone", [MESH], "in 1 frame, and it has"],
  ["the cache alone", RIGHT.slice(1), "bar.pc2"],
  ["a text", namedFiles(["bar.pc2", new TextEncoder().encode("no cache")]), "bar.pc2"],
];

it.each(WRONG)("refuses %s, keeps the rig, and takes the right files afterwards", async (_, wrong, says) => {
  const studio = await reopened();
  expect(await studio.choose(wrong)).toContain(says);
  expect(studio.isOpen()).toBe(false);
  expect(studio.rig()!.motion).toEqual(rig.motion);
  expect(await studio.choose(RIGHT)).toBeNull();
  expect(await studio.frame(3)).toEqual(frameOf(sequence, 3));
});

it("takes dropped files by their names, and reads any frame", async () => {
  const studio = await reopened();
  expect(await studio.files.offers(namedFiles(["other.pc2", writePc2(sequence)]))).toBe(false);
  expect(studio.isOpen()).toBe(false);
  expect(await studio.files.offers(RIGHT)).toBe(true);
  for (const k of [4, 0, 2]) expect(await studio.frame(k)).toEqual(frameOf(sequence, k));
  // They are there now, so more files are a new sequence.
  expect(await studio.files.offers(RIGHT)).toBe(false);
});

it("takes back the files of an older project, which knows only the box of its frames", async () => {
  const studio = await reopened(true);
  expect(await studio.choose(filesOf(changed(largest, 40)))).toContain("the file has changed");
  expect(await studio.choose(RIGHT)).toBeNull();
  expect(await studio.frame(4)).toEqual(frameOf(sequence, 4));
});
