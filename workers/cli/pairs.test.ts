// Runs two command lines at once in one folder. SINEW_PAIRS=100 npx vitest run workers/cli/pairs.test.ts tries a
// hundred.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeObj } from "../formats/obj/write-obj";
import { writePc2 } from "../formats/point-cache/pc2";
import { bendingBar } from "../testing/sequences";
import { type Ending, start } from "./testing/built";

const PAIRS = Number(process.env["SINEW_PAIRS"] ?? 8);
const BONES = ["2", "3"];

let folder = "";
const at = (name: string) => join(folder, name);
/** The rig of a single run, by its number of bones. */
const alone = new Map<string, Buffer>();

const solve = (bones: string, name: string) =>
  start(folder, [
    ...["decompose", "bar.obj", "bar.pc2", "--bones", bones, "--iterations", "1", "--restarts", "1"],
    ...["--threads", "1", "--quiet", "--out", `${name}.glb`, "--report", `${name}.json`],
  ]).ended;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-pairs-"));
  const { sequence } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(at("bar.obj"), writeObj(sequence));
  await writeFile(at("bar.pc2"), writePc2(sequence));
  for (const bones of BONES) {
    expect(await solve(bones, "alone")).toMatchObject({ status: 0, error: "" });
    alone.set(bones, await readFile(at("alone.glb")));
    await rm(at("alone.glb"));
    await rm(at("alone.json"));
  }
  expect(alone.get("2")!.equals(alone.get("3")!)).toBe(false);
});
afterAll(() => rm(folder, { recursive: true }));

/** Either both succeed, one after the other, or one succeeds and the other is refused with a message. */
function check(endings: Ending[]): void {
  const statuses = endings.map(({ status }) => status).sort();
  expect(
    [
      [0, 0],
      [0, 4],
    ],
    endings.map(({ error }) => error).join(""),
  ).toContainEqual(statuses);
  for (const { status, error } of endings) {
    if (status === 0) expect(error).toBe("");
    else {
      expect(error).toMatch(
        /^pair\.(glb|json) is being written by another run\. It is process \d+: wait until it ends/,
      );
      expect(error.trim().split("\n")).toHaveLength(1);
    }
  }
}

it(
  `each of ${PAIRS} pairs of runs with the same outputs leaves the files of one run`,
  async () => {
    let refused = 0;
    for (let n = 0; n < PAIRS; n++) {
      const endings = await Promise.all(BONES.map((bones) => solve(bones, "pair")));
      check(endings);
      const { bones } = JSON.parse(await readFile(at("pair.json"), "utf8"));
      expect((await readFile(at("pair.glb"))).equals(alone.get(`${bones}`)!)).toBe(true);
      const winner = endings.findIndex(({ status }) => status === 0);
      if (endings.some(({ status }) => status !== 0)) {
        refused++;
        expect(`${bones}`).toBe(BONES[winner]);
      }
      expect((await readdir(folder)).sort()).toEqual(["bar.obj", "bar.pc2", "pair.glb", "pair.json"]);
    }
    // Both start at once, and their work takes longer than the start, so one is usually refused.
    if (PAIRS >= 8) expect(refused).toBeGreaterThan(0);
    if (PAIRS > 8)
      console.log(`${PAIRS} pairs: in ${refused} the later run was refused, in the rest both were done`);
  },
  60_000 + 10_000 * PAIRS,
);
