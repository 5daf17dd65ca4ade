import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { limbs } from "../../skeleton/testing/limbs";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand } from "./fit";
import { skeletonCommand } from "./skeleton";

const engine = createEngine(nodeParallel, 1);
const { sequence } = limbs([-1, 0, 1], 6, { frames: 10 });
const SHIFT = [4000, -7000, 9000];
const SIZE = 64;
printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-far-"));
  for (const [name, shift] of [
    ["near", [0, 0, 0]],
    ["far", SHIFT],
  ] as const) {
    // Sizes that f32 keeps exactly far from the origin, so that both files have the same shape.
    const moved = (x: number, n: number) => Math.round(SIZE * x) / SIZE + shift[n % 3];
    const placed = {
      ...sequence,
      rest: sequence.rest.map(moved),
      frames: sequence.frames.map(moved),
    };
    await writeFile(at(`${name}.obj`), writeObj(placed));
    await writeFile(at(`${name}.pc2`), writePc2(placed));
  }
});
afterAll(() => rm(folder, { recursive: true }));

type Joints = { joints: { name: string; parent: string | null; position: number[] }[] };

async function jointsOf(name: string): Promise<Joints["joints"]> {
  const { values } = parse(["--bones", "3", "--quiet", "--report", at("r.json"), "--out", at(`${name}.tgf`)]);
  checkFlags("skeleton", values);
  const files = await nodeFiles([at(`${name}.obj`), at(`${name}.pc2`)]);
  await alone(skeletonCommand)(engine, files, values, UNWATCHED);
  return (JSON.parse(await readFile(at("r.json"), "utf8")) as Joints).joints;
}

it("reports joints where they are in the file, also far from the origin", async () => {
  const near = await jointsOf("near");
  const far = await jointsOf("far");
  // The two searches may choose other roots, whose places are free.
  for (const { position } of far.filter(({ parent }) => parent)) {
    const off = near.map((each) => Math.hypot(...each.position.map((x, c) => x + SHIFT[c] - position[c])));
    expect(Math.min(...off)).toBeLessThan(0.1);
  }
  const { values } = parse(["--skeleton", at("far.tgf"), "--quiet", "--report", at("fit.json")]);
  checkFlags("fit", values);
  await alone(fitCommand)(engine, await nodeFiles([at("far.obj"), at("far.pc2")]), values, UNWATCHED);
  const fitted = (JSON.parse(await readFile(at("fit.json"), "utf8")) as Joints).joints;
  for (const { position } of far) {
    const off = fitted.map((each) => Math.hypot(...each.position.map((x, c) => x - position[c])));
    expect(Math.min(...off)).toBeLessThan(0.1);
  }
});
