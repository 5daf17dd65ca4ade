import { describe, expect, it } from "vitest";
import { distance } from "../../../math/vectors";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { character, fitted, skeletonOf, withMovedJoints } from "../testing/character";

/** A fit onto bones without clip and weights, with a few joints of the true skeleton moved by 3 percent. */
async function fittedBare(seed: number, which: readonly number[], still: number[] = []) {
  const { sequence, rig } = character(seed, { turn: 0.4, still });
  const moved = withMovedJoints(sequence, rig, which, 0.03);
  const bare = { ...skeletonOf(moved), motion: null, weights: null };
  const { rig: found, report } = await fitted(sequence, bare, { joints: "refined", rounds: 200 });
  const percent = 100 / restDiagonal(sequence);
  const away = rig.bones.map(({ head }, j) => percent * distance(head, found.bones[j].head));
  return { moved, found, report, away };
}

describe("joints that need not move", () => {
  it("stay exactly where the artist put them while others are found", async () => {
    const { report, away } = await fittedBare(4, [2]);
    expect(report.rmsePercent).toBeLessThan(0.02);
    expect(away[2]).toBeLessThan(0.3);
    expect(away.filter((x) => x === 0).length).toBeGreaterThanOrEqual(4);
  });

  it("stay if the motion does not tell where they are, and the report names those that fitted elsewhere", async () => {
    const { moved, found, report } = await fittedBare(3, [4], [4]);
    expect(found.bones[4].head).toEqual(moved.bones[4].head);
    const { loose } = report.joints!;
    for (const name of loose) {
      const j = moved.bones.findIndex((bone) => bone.name === name);
      expect(found.bones[j].head).toEqual(moved.bones[j].head);
    }
    expect(report.notes.some((note) => note.includes("could also lie elsewhere"))).toBe(loose.length > 0);
  });
});
