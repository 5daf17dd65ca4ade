/** The objective of a descent, computed literally: sweeps lower it, and evened gradients have a lower sum of errors. */
import { expect, it } from "vitest";
import { exactParallel } from "../../kernels/testing/exact-arena";
import { UNWATCHED } from "../../model/task";
import { examplesOfFrames } from "../measure/examples";
import { columnsOf, type DenseCase, denseCase, denseRows } from "../testing/dense-case";
import { blended, dot } from "../testing/rows-by";
import { Descent } from "./descent";
import { evenShares, ringOf } from "./edge-weights";

const BONES = 6;
const GRADIENTS = 0.2;

/** Two influences of six, with τ = 1, ready for sweeps. */
async function opened({ sequence, rig, triangles }: DenseCase): Promise<Descent> {
  const descent = await Descent.open(
    {
      rig,
      triangles,
      ring: ringOf(rig.rest, triangles),
      examples: examplesOfFrames(sequence, rig, null),
      objective: { position: 1, gradients: GRADIENTS, tangential: 1, laplacians: 0 },
      influences: 2,
      candidates: BONES,
      patchPlaces: 0,
    },
    exactParallel(2),
    UNWATCHED,
  );
  await descent.findCandidates(3, false, UNWATCHED);
  descent.startFromLists(null);
  await descent.findGrams(UNWATCHED);
  await descent.start(true, UNWATCHED);
  return descent;
}

/** |d_i|², and Σ_k c_ik |d_i − d_k|² of each vertex, both in half diagonals. */
function errorsOf(subject: DenseCase, descent: Descent) {
  const { rest } = subject.rig;
  const { offsets, neighbours, weights } = ringOf(rest, subject.triangles);
  const d = denseRows(descent.weights(), BONES).map((row, i) => blended(columnsOf(subject, i), row));
  const axis = (c: number) => Array.from({ length: rest.length / 3 }, (_, i) => rest[3 * i + c]);
  const half = Math.hypot(...[0, 1, 2].map((c) => Math.max(...axis(c)) - Math.min(...axis(c)))) / 2;
  const density = d.length / (areaOf(subject) / half ** 2);
  const gradients = d.map((x, i) => {
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const gap = x.map((value, n) => value - d[neighbours[e]][n]);
      sum += (density * weights[e] * dot(gap, gap)) / half ** 2;
    }
    return sum;
  });
  return { positions: d.map((x) => dot(x, x) / half ** 2), gradients };
}

function areaOf({ rig: { rest }, triangles }: DenseCase): number {
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => [...rest.subarray(3 * triangles[t + n]).subarray(0, 3)]);
    const [u, v] = [b.map((x, n) => x - a[n]), c.map((x, n) => x - a[n])];
    area += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
  }
  return area;
}

const total = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0);

it("lowers the objective with every sweep", async () => {
  const subject = denseCase(44, { size: 7, bones: BONES, frames: 6 });
  const descent = await opened(subject);
  const costs: number[] = [];
  for (let sweep = 0; sweep < 12; sweep++) {
    const { positions, gradients } = errorsOf(subject, descent);
    // Each edge is in the rings of both ends.
    costs.push(total(positions) + (GRADIENTS ** 2 * total(gradients)) / 2);
    await descent.sweep(sweep === 0 ? "everywhere" : "nowhere", sweep % 2 === 1, UNWATCHED);
  }
  costs.slice(1).forEach((cost, n) => {
    expect(cost).toBeLessThanOrEqual(costs[n] * (1 + 1e-5));
  });
  expect(costs[11]).toBeLessThan(costs[0]);
});

it("finds the errors of gradients, and weighs each by its root", async () => {
  const subject = denseCase(45, { size: 6, bones: BONES, frames: 7 });
  const descent = await opened(subject);
  await descent.evenGradients(GRADIENTS, UNWATCHED);
  const { gradients } = errorsOf(subject, descent);
  descent.arrays.gradientErrors.forEach((error, i) => {
    expect(error / gradients[i]).toBeCloseTo(1, 3);
  });
  const mean = total(gradients) / gradients.length;
  descent.shares!.forEach((share, i) => {
    expect(share).toBeCloseTo(1 / Math.sqrt(0.05 + gradients[i] / mean), 3);
  });
});

it("lowers the sum of errors where gradients are evened", async () => {
  const subject = denseCase(46, { size: 9, bones: BONES, frames: 8 });
  const [plain, evened] = [await opened(subject), await opened(subject)];
  for (let round = 0; round < 5; round++) {
    if (round > 0) await evened.evenGradients(GRADIENTS, UNWATCHED);
    for (const descent of [plain, evened]) {
      for (let sweep = 0; sweep < 10; sweep++) await descent.sweep("nowhere", sweep % 2 === 1, UNWATCHED);
    }
  }
  const costOf = (descent: Descent) => {
    const { positions, gradients } = errorsOf(subject, descent);
    const mean = total(errorsOf(subject, plain).gradients) / gradients.length;
    return total(positions) + GRADIENTS ** 2 * total(gradients.map((e) => Math.sqrt(e * mean)));
  };
  expect(costOf(evened)).toBeLessThan(costOf(plain));
});

it("gives all vertices the same share where there are no errors", () => {
  expect([...evenShares(new Float64Array(3))]).toEqual([1, 1, 1]);
});
