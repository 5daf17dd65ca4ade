import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells } from "../../../testing/sequences";
import { buildProblem, problemBytes } from "../../problem/build-problem";
import { serial, solve } from "../../testing/solved";
import { startContext } from "../start-context";
import { curvatureClusters } from "./curvature-clusters";
import { curvatureStartBytes } from "./start-curvature";

describe("curvature patches", () => {
  it("separate shells that move on their own", async () => {
    const { sequence } = movingShells({ shells: 5, detail: 3 });
    const { rest, frames, triangles, solverIndex, vertexCount } = sequence;
    const parallel = await serial(curvatureStartBytes({ vertices: vertexCount, bones: 5 }) + 1e6);
    const input = { rest, frames, triangles: triangles.map((d) => solverIndex[d]), bones: 5, percent: 5 };
    const labels = await curvatureClusters(parallel, input, createRandom(1), UNWATCHED);
    const size = vertexCount / 5;
    const groups = [0, 1, 2, 3, 4].map((s) => new Set(labels.subarray(s * size, (s + 1) * size)));
    for (const group of groups) expect(group.size).toBe(1);
    expect(new Set(groups.flatMap((group) => [...group])).size).toBe(5);
  });

  it.each([
    ["shells", movingShells({ shells: 5, detail: 3 }).sequence, 0.05],
    ["a bar", bendingBar({ bones: 4, frames: 10, length: 24, width: 3 }).sequence, 8],
    ["cloth", clothPatch({ size: 13, frames: 8 }), 25],
  ])("start a solve with as many bones as asked: %s", async (_, sequence, most) => {
    for (const bones of [1, 4, 5]) {
      const settings = {
        method: "ssdr",
        initialiser: "curvature",
        bones,
        iterations: 2,
        restarts: 1,
      } as const;
      const { report } = await solve(sequence, settings);
      expect(report.bones).toBe(bones);
      if (bones === 5) expect(report.eRms).toBeLessThan(most);
    }
  });

  it("need no more memory than they say", async () => {
    const sequence = clothPatch({ size: 9, frames: 5 });
    const { vertexCount, frameCount } = sequence;
    const room = curvatureStartBytes({ vertices: vertexCount, bones: 4 });
    const parallel = await serial(problemBytes(vertexCount, frameCount) + room);
    const problem = await buildProblem(parallel, sequence, { bones: 4, tailERms: 1e-6 }, UNWATCHED);
    const { rest, frames } = sequence;
    const input = {
      rest,
      frames,
      triangles: startContext(parallel, problem).problem.triangles,
      bones: 4,
      percent: 1,
    };
    const labels = await curvatureClusters(parallel, input, createRandom(2), UNWATCHED);
    expect(labels).toHaveLength(vertexCount);
  });
});
