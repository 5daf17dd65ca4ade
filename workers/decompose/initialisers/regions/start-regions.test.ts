import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../geometry/adjacency";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells } from "../../../testing/sequences";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import { wholeSample } from "../../problem/sample";
import { Clusters } from "../clusters";
import { startContext } from "../start-context";
import { regionsOf } from "./start-regions";

async function grown(sequence: MeshSequence, bones: number) {
  const { vertexCount, frameCount } = sequence;
  const parallel = new Serial(new Arena(problemBytes(vertexCount, frameCount) + 30e6, false));
  const problem = await buildProblem(parallel, sequence, { bones, tailERms: 1e-6 }, UNWATCHED);
  const context = startContext(parallel, problem);
  const clusters = new Clusters({ ...context, sample: wholeSample(context) }, bones);
  const labels = (await regionsOf(context, clusters, bones, UNWATCHED))!;
  return { problem, clusters, labels };
}

/** Connected pieces of the vertices of one label. */
function pieces(labels: Int32Array, label: number, triangles: Uint32Array): number {
  const { offsets, neighbours } = adjacencyOf(triangles, labels.length);
  const seen = new Set<number>();
  let count = 0;
  labels.forEach((own, seed) => {
    if (own !== label || seen.has(seed)) return;
    count++;
    const queue = [seed];
    seen.add(seed);
    for (const i of queue) {
      for (const v of neighbours.subarray(offsets[i], offsets[i + 1])) {
        if (labels[v] !== label || seen.has(v)) continue;
        seen.add(v);
        queue.push(v);
      }
    }
  });
  return count;
}

describe("region growing", () => {
  it("gives every vertex to a region, and makes regions of one piece each", async () => {
    for (const sequence of [bendingBar().sequence, clothPatch()]) {
      const { problem, labels } = await grown(sequence, 7);
      for (let j = 0; j < 7; j++) expect(pieces(labels, j, problem.triangles)).toBe(1);
      expect(Math.min(...labels)).toBe(0);
      expect(Math.max(...labels)).toBe(6);
    }
  });

  it("finds the parts of a body of rigid parts", async () => {
    const { sequence, rig } = bendingBar({ bones: 4, frames: 10, length: 24, width: 3 });
    // Each vertex follows its strongest bone alone: rigid parts with torn joints.
    const { offsets, bones, values } = rig.weights;
    const truth = Array.from({ length: sequence.vertexCount }, (_, i) => {
      let best = offsets[i];
      for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > values[best]) best = e;
      return bones[best];
    });
    const frames = sequence.frames.map((_, at) => {
      const [k, i, a] = [
        Math.floor(at / 3 / sequence.vertexCount),
        Math.floor(at / 3) % sequence.vertexCount,
        at % 3,
      ];
      const m = (k * 4 + truth[i]) * 12 + 4 * a;
      const v = sequence.rest.subarray(3 * i, 3 * i + 3);
      return rig.motion[m] * v[0] + rig.motion[m + 1] * v[1] + rig.motion[m + 2] * v[2] + rig.motion[m + 3];
    });
    const { labels } = await grown({ ...sequence, frames }, 4);
    const wrong = truth.filter((bone, i) => labels[i] !== labels[truth.indexOf(bone)]);
    expect(wrong).toHaveLength(0);
    expect(new Set(labels).size).toBe(4);
  });

  it("gives shells without a seed to the region that predicts them best", async () => {
    const { sequence } = movingShells({ shells: 9, detail: 2 });
    const { labels, clusters } = await grown(sequence, 4);
    const perShell = sequence.vertexCount / 9;
    for (let s = 0; s < 9; s++) {
      expect(new Set(labels.subarray(s * perShell, (s + 1) * perShell)).size).toBe(1);
    }
    expect(clusters.count).toBe(4);
  });

  it("computes the error of one vertex as it does for all", async () => {
    const { clusters } = await grown(clothPatch(), 5);
    await clusters.settle(UNWATCHED);
    clusters.labels.forEach((own, i) => {
      const errors = [0, 1, 2, 3, 4].map((j) => clusters.errorOf(i, j));
      expect(errors[own]).toBeCloseTo(clusters.errors[i], 10);
      expect(Math.min(...errors)).toBeCloseTo(errors[own], 10);
    });
  });
});
