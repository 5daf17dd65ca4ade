import { test as base, expect, type Page } from "@playwright/test";
import { openDeformers, showSubject, worstOver } from "../../tools/studio-driver/deform/deform-stage";
import {
  bendsAndTwists,
  type PassPose,
  referenceOf,
  type Subject,
  strainOf,
  subjectOf,
  withShapes,
  worstOf,
} from "../../tools/studio-driver/deform/deform-truth";
import { pack, unpack } from "../../tools/studio-driver/deform/packing";
import { isThere, RIGGED_FILES, rigOfFile } from "../../tools/studio-driver/files/rigged-files";
import { untidyMesh } from "../../workers/deform/testing/meshes";
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformSettings } from "../../workers/model/deform";
import { restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import { boneRotations } from "../../workers/model/rig/bone-rotations";
import type { Bone, Rig } from "../../workers/model/rig/rig";
import type { SparseWeights } from "../../workers/model/rig/sparse-weights";
import { expandLayers } from "../../workers/model/rig/two-layer";
import { plantedStrip } from "../../workers/reduce/two-layer/testing/layered-rigs";
import { bendingBar } from "../../workers/testing/sequences";

/** As a share of the diagonal; for rotations, in radians. */
const NEAR = 1e-4;
const TURNED = 1e-2;
/** Share of the vertices whose rotation must be well-defined, because smoothing may shrink small parts to points. */
const MOST_COUNT = 0.85;

/**
 * The deformers' page, opened once for all tests of a worker: `showSubject` disposes of everything that the test before
 * it left there.
 */
const test = base.extend<object, { deformers: { page: Page; backend: string } }>({
  deformers: [
    async ({ browser }, use, { project }) => {
      const page = await browser.newPage();
      await use({ page, backend: await openDeformers(page, project.name !== "webgpu") });
      await page.close();
    },
    { scope: "worker" },
  ],
});

/** Compares every deformer with its reference in all poses. */
async function compare(page: Page, subject: Subject, poses: Float32Array[]): Promise<void> {
  await showSubject(page, subject);
  for (const kind of DEFORMER_KINDS) {
    const worst = await worstOver(page, subject, kind, poses);
    expect.soft(worst.distance, `${kind}: distance`).toBeLessThan(NEAR);
    expect.soft(worst.angle, `${kind}: rotation`).toBeLessThan(TURNED);
    expect.soft(worst.share, `${kind}: vertices that count`).toBeGreaterThan(MOST_COUNT);
  }
}

const solverTriangles = ({ sequence }: ReturnType<typeof bendingBar>) =>
  sequence.triangles.map((d) => sequence.solverIndex[d]);

const CASES: [name: string, settings: Partial<DeformSettings>, most: number, stretch: number][] = [
  ["rigid bind, implicit", { iterations: 6 }, 1.2, 0],
  [
    "smooth bind, explicit, much slide",
    { bind: "rig", scheme: "explicit", iterations: 12, alpha: 0.9 },
    1.2,
    0,
  ],
  ["bones that stretch", { iterations: 3, lambda: 3, alpha: 0 }, 0.8, 0.1],
];

for (const [name, settings, most, stretch] of CASES) {
  test(`deformers equal the engine's: ${name}`, async ({ deformers: { page, backend } }, info) => {
    expect(backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
    const truth = bendingBar({ bones: 5, length: 40, width: 5, seed: 3 });
    const rig = withShapes(truth.rig, 3, 5, 0.6, 4);
    const subject = await subjectOf(rig, solverTriangles(truth), { ...DEFORM_DEFAULTS, ...settings });
    await compare(page, subject, bendsAndTwists(rig, 5, most, stretch, 7));
  });
}

/** The rig with one virtual bone per vertex, which has the vertex's weights. */
function singleLayer(rig: Rig): Rig {
  const { offsets } = rig.weights;
  const count = offsets.length - 1;
  const vertices: SparseWeights = {
    version: 1,
    offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i),
    bones: Uint16Array.from({ length: count }, (_, i) => i),
    values: new Float32Array(count).fill(1),
  };
  const twoLayer = { virtual: rig.weights, vertices };
  return { ...rig, twoLayer, weights: expandLayers(twoLayer) };
}

test("two layers, few virtual bones and many, one after the other", async ({ deformers: { page } }) => {
  const { sequence, rig } = plantedStrip(4, 100);
  const triangles = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const poses = bendsAndTwists(rig, 3, 0.8, 0.1, 5);
  const { twoLayer: _, ...plain } = rig;
  const subject = await subjectOf(rig, triangles, DEFORM_DEFAULTS, false);
  await showSubject(page, subject);
  // More than 2048 texels of matrices, so that the texture grows, and shrinks again.
  for (const shown of [rig, singleLayer(rig), plain, rig]) {
    const { direct, slide, centres } = subject;
    await page.evaluate(
      (packed) => window.deformers.setData(packed),
      pack({ rig: shown, direct, slide, centres }),
    );
    const worst = await worstOver(page, { ...subject, rig: shown }, "two-layer", poses);
    expect(worst.distance).toBeLessThan(NEAR);
    expect(worst.angle).toBeLessThan(TURNED);
  }
});

test("strain, and which textures are uploaded again after a small change", async ({
  deformers: { page },
}) => {
  const truth = bendingBar({ bones: 4, length: 24, width: 4, seed: 2 });
  const subject = await subjectOf(truth.rig, solverTriangles(truth), DEFORM_DEFAULTS);
  await showSubject(page, subject);
  const [bent, other] = bendsAndTwists(truth.rig, 2, 1, 0, 5);
  const pose = async (bones: Float32Array) => {
    const before = await page.evaluate(() => window.deformers.uploaded());
    const packed = await page.evaluate((matrices) => window.deformers.pose("ddm-v0", matrices), pack(bones));
    const bytes = (await page.evaluate(() => window.deformers.uploaded())) - before;
    return { bytes, ...(unpack(packed) as PassPose) };
  };
  const first = await pose(bent);
  expect(first.bytes).toBeGreaterThan(48 * subject.direct.psi.length);
  const strain = strainOf(subject.rig.rest, first.positions, subject.triangles);
  expect(Math.max(...strain.map(Math.abs))).toBeGreaterThan(0.05);
  for (const [i, value] of strain.entries()) expect(first.strains[i]).toBeCloseTo(value, 4);
  // Lists are rows of 2048 texels: the bones' matrices, and for each strain pass its neighbours and ranges.
  const row = 2048;
  const strainBytes = row * 8 * (1 + Math.ceil((6 * strain.length) / row));
  const next = await pose(other);
  expect(next.bytes).toBeLessThanOrEqual(row * 16 + strainBytes);
  // Only α: one number per vertex, and the bones.
  const slid = { ...subject, slide: subject.slide.map(() => 0.9) };
  await page.evaluate((packed) => window.deformers.setSlide(packed), pack(slid.slide));
  const after = await pose(other);
  expect(after.bytes).toBeLessThanOrEqual(row * 16 + row * 4 + strainBytes);
  const reference = (await referenceOf("ddm-v0", slid)).pose(other);
  expect(worstOf(reference, after).distance).toBeLessThan(NEAR * restDiagonal(subject.rig));
  expect(worstOf(reference, next).distance).toBeGreaterThan(0.001);
});

test("a disposed pass leaves no texture", async ({ deformers: { page } }) => {
  const truth = bendingBar({ bones: 3, length: 12, width: 2 });
  const subject = await subjectOf(truth.rig, solverTriangles(truth), DEFORM_DEFAULTS);
  const [bones] = bendsAndTwists(truth.rig, 1, 1, 0, 1).map(pack);
  const counts: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    await showSubject(page, subject);
    for (const kind of DEFORMER_KINDS) {
      await page.evaluate(([name, matrices]) => window.deformers.pose(name, matrices), [
        kind,
        bones,
      ] as const);
    }
    await page.evaluate(
      (packed) => window.deformers.setSurface(packed),
      pack({ vertexCount: 0, triangles: [] }),
    );
    counts.push(await page.evaluate(() => window.deformers.textures()));
  }
  expect(counts[2]).toBe(counts[0]);
  expect(counts[0]).toBeLessThan(5);
});

test("a mesh with the peculiarities of real files", async ({ deformers: { page } }) => {
  const mesh = untidyMesh(3, 4);
  const bones = Array.from(
    { length: 3 },
    (_, j): Bone => ({ name: `${j}`, parent: j - 1, head: [30 + j, -20, 10] }),
  );
  const weights: SparseWeights = {
    version: 1,
    offsets: Uint32Array.from(mesh.weights.offsets),
    bones: Uint16Array.from(mesh.weights.bones),
    values: Float32Array.from(mesh.weights.values),
  };
  const rest = Float32Array.from(mesh.rest);
  const rig: Rig = { version: 1, bones, boneKind: "rigid", weights, motion: new Float32Array(), rest };
  const subject = await subjectOf(rig, Uint32Array.from(mesh.triangles), { ...DEFORM_DEFAULTS, bind: "rig" });
  await compare(page, subject, bendsAndTwists(rig, 2, 0.6, 0, 9));
});

/** The frames in which bones are most rotated relative to their parents. */
function mostBent({ bones, motion }: Rig, count: number): Float32Array[] {
  const size = 12 * bones.length;
  const frames = Array.from({ length: motion.length / size }, (_, k) =>
    motion.subarray(k * size, (k + 1) * size),
  );
  const bend = (frame: Float32Array) => {
    const turns = boneRotations(frame);
    return bones.reduce((sum, { parent }, j) => {
      const dot = [0, 1, 2, 3].map((c) => (parent < 0 ? 0 : turns[4 * j + c] * turns[4 * parent + c]));
      return parent < 0 ? sum : sum + Math.acos(Math.min(1, Math.abs(dot[0] + dot[1] + dot[2] + dot[3])));
    }, 0);
  };
  const ranked = frames.map((frame) => ({ frame, much: bend(frame) })).sort((a, b) => b.much - a.much);
  return ranked.slice(0, count).map(({ frame }) => frame.slice());
}

for (const file of RIGGED_FILES) {
  test(`deformers equal the engine's: ${file} in its most bent frames`, async ({ deformers: { page } }) => {
    test.skip(!isThere(file), "needs ../shared/data");
    const { rig, triangles } = await rigOfFile(file, [0]);
    const subject = await subjectOf(rig, triangles, DEFORM_DEFAULTS);
    await compare(page, subject, mostBent(rig, 5));
  });
}
