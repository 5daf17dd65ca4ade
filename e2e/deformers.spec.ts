import { expect, type Page, test } from "@playwright/test";
import { DEFORM_DEFAULTS, DEFORMER_KINDS, type DeformSettings } from "../workers/model/deform";
import { restDiagonal } from "../workers/model/mesh-sequence";
import type { Rig } from "../workers/model/rig";
import { bendingBar } from "../workers/samples/test-sequences";
import { openDeformers, showSubject } from "./deform-stage";
import { bendsAndTwists, type PassPose, referenceOf, type Subject, subjectOf, worstOf } from "./deform-truth";
import { pack, unpack } from "./packing";

/** Of the diagonal; and of rotations, in radians. */
const NEAR = 1e-4;
const TURNED = 1e-2;

/** Holds every deformer against its reference in all poses. */
async function compare(page: Page, subject: Subject, poses: Float32Array[]): Promise<void> {
  const diagonal = restDiagonal(subject.rig);
  await showSubject(page, subject);
  for (const kind of DEFORMER_KINDS) {
    const reference = await referenceOf(kind, subject);
    const worst = { distance: 0, angle: 0, share: 1 };
    for (const bones of poses) {
      const packed = await page.evaluate(([name, matrices]) => window.deformers.pose(name, matrices), [
        kind,
        pack(bones),
      ] as const);
      const { distance, angle, share } = worstOf(reference.pose(bones), unpack(packed) as PassPose);
      worst.distance = Math.max(worst.distance, distance / diagonal);
      worst.angle = Math.max(worst.angle, angle);
      worst.share = Math.min(worst.share, share);
    }
    console.log(kind, worst.distance.toExponential(1), worst.angle.toExponential(1), worst.share.toFixed(4));
    expect.soft(worst.distance, `${kind}: distance`).toBeLessThan(NEAR);
    expect.soft(worst.angle, `${kind}: rotation`).toBeLessThan(TURNED);
    expect.soft(worst.share, `${kind}: vertices that count`).toBeGreaterThan(0.9);
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
  test(`deformers are those of the engine: ${name}`, async ({ page }, info) => {
    const backend = await openDeformers(page, info.project.name !== "webgpu");
    expect(backend).toBe(info.project.name === "webgpu" ? "WebGPU" : "WebGL2");
    const truth = bendingBar({ bones: 5, length: 40, width: 5, seed: 3 });
    const rig: Rig = truth.rig;
    const subject = await subjectOf(rig, solverTriangles(truth), { ...DEFORM_DEFAULTS, ...settings });
    await compare(page, subject, bendsAndTwists(rig, 3, most, stretch, 7));
  });
}
