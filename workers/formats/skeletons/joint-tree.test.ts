import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rotationMatrix } from "../../math/quaternion";
import { createRandom, type Random } from "../../math/random";
import { isEndName } from "../../model/rig/end-bones";
import { type Joint, skeletonOfJoints } from "./joint-tree";

/** A joint with its own axes as columns. */
function joint(name: string, parent: number, head: number[], axes = [1, 0, 0, 0, 1, 0, 0, 0, 1]): Joint {
  const rest = Float64Array.from([0, 1, 2].flatMap((r) => [...axes.slice(3 * r, 3 * r + 3), head[r]]));
  return { name, parent, rest, isEnd: isEndName(name) };
}

function randomRotation(random: Random): number[] {
  const q = Array.from({ length: 4 }, () => random.normal());
  const turn = new Float64Array(9);
  rotationMatrix(
    q.map((x) => x / Math.hypot(...q)),
    0,
    turn,
    0,
  );
  return [...turn];
}

/** Trees with chains and branches. The first axis of some joints points to the joint's child. */
function randomTree(seed: number): Joint[] {
  const random = createRandom(seed);
  const agrees = random.integer(2) === 1;
  const joints: Joint[] = [];
  for (let j = 0; j < 2 + random.integer(9); j++) {
    const parent = j === 0 ? -1 : random.integer(3) ? j - 1 : random.integer(j);
    const axes = randomRotation(random);
    if (parent < 0) joints.push(joint("root", -1, [0, 0, 0], axes));
    else {
      const above = joints[parent].rest;
      const length = 0.5 + random.next();
      // The direction of a column of the parent's matrix, or any direction.
      const way = agrees ? [above[0], above[4], above[8]] : randomRotation(random).slice(0, 3);
      const head = [above[3], above[7], above[11]].map((x, c) => x + length * way[c]);
      joints.push(joint(`bone ${j}`, parent, head, axes));
    }
  }
  return joints;
}

const tailsOf = (joints: Joint[]) =>
  skeletonOfJoints("a.bvh", joints).skeleton.segments.map(({ tail }) => [...tail]);

function expectNear(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((x, n) => {
    expect(x).toBeCloseTo(expected[n], 9);
  });
}

describe("segments of joints", () => {
  it("turn, move and scale with the joints", () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(0.01, 1, 300), (seed, size) => {
        const random = createRandom(seed);
        const joints = randomTree(seed);
        const turn = randomRotation(random);
        const place = [random.normal(), random.normal(), random.normal()];
        const moved = (p: ArrayLike<number>) =>
          [0, 1, 2].map(
            (r) => size * ([0, 1, 2].reduce((sum, c) => sum + turn[3 * r + c] * p[c], 0) + place[r]),
          );
        const others = joints.map(({ rest, ...same }): Joint => {
          const column = (c: number) => [rest[c], rest[4 + c], rest[8 + c]];
          const axes = [0, 1, 2].map((c) =>
            [0, 1, 2].map((r) => column(c).reduce((sum, x, n) => sum + turn[3 * r + n] * x, 0)),
          );
          const head = moved(column(3));
          return {
            ...same,
            rest: Float64Array.from([0, 1, 2].flatMap((r) => [...axes.map((axis) => axis[r]), head[r]])),
          };
        });
        const [one, other] = [joints, others].map((all) => skeletonOfJoints("a.bvh", all));
        // A single joint's length is guessed without a size.
        if (joints.length === 1) return;
        expect([other.joints, other.notes]).toEqual([one.joints, one.notes]);
        other.skeleton.segments.forEach((segment, s) => {
          const same = one.skeleton.segments[s];
          expect([segment.name, segment.parent, segment.kind]).toEqual([same.name, same.parent, same.kind]);
          moved(same.head).forEach((x, c) => {
            expect(Math.abs(segment.head[c] - x)).toBeLessThan(1e-9 * size * 10);
          });
          moved(same.tail).forEach((x, c) => {
            expect(Math.abs(segment.tail[c] - x)).toBeLessThan(1e-9 * size * 10);
          });
        });
      }),
      // Here two children of a joint lie in the same direction.
      { examples: [[-269095810, 0.01]] },
    );
  });

  it("of the last joints follow the axis along which most joints have their child", () => {
    // The first axis of each joint points down, to its child.
    const down = [0, 0, 1, -1, 0, 0, 0, -1, 0];
    const chain = [0, 1, 2, 3].map((n) => joint(`${n}`, n - 1, [0, -2 * n, 0], down));
    expectNear(tailsOf(chain)[3], [0, -7, 0]);
    const against = down.map((x, e) => (e % 3 === 0 ? -x : x));
    const backwards = [0, 1, 2, 3].map((n) => joint(`${n}`, n - 1, [0, -2 * n, 0], against));
    expectNear(tailsOf(backwards)[3], [0, -7, 0]);
    // The last joint turns aside with its bone, which is half as long as the one before.
    const aside = [...chain.slice(0, 3), joint("3", 2, [0, -6, 0], [0, 1, 0, 0, 0, 1, 1, 0, 0])];
    expectNear(tailsOf(aside)[3], [0, -6, 1]);
  });

  it("of the last joints continue the bone before if the axes do not agree", () => {
    const tilted = [0.8, 0, -0.6, 0, 1, 0, 0.6, 0, 0.8];
    const chain = [0, 1, 2, 3].map((n) => joint(`${n}`, n - 1, [2 * n, 0, 0], tilted));
    expectNear(tailsOf(chain)[3], [7, 0, 0]);
    // A cosine of 0.94 is not enough: 0.95 is needed.
    const nearly = Math.acos(0.94);
    const turned = [Math.cos(nearly), 0, -Math.sin(nearly), 0, 1, 0, Math.sin(nearly), 0, Math.cos(nearly)];
    expectNear(
      tailsOf(chain.map((each) => joint(each.name, each.parent, [each.rest[3], 0, 0], turned)))[3],
      [7, 0, 0],
    );
    // Three of five joints that agree are enough, two of five are not.
    for (const [agreeing, tail] of [
      [3, [10, 0, 1]],
      [2, [11, 0, 0]],
    ] as const) {
      const mixed = Array.from({ length: 6 }, (_, n) =>
        joint(
          `${n}`,
          n - 1,
          [2 * n, 0, 0],
          n < agreeing ? undefined : n < 5 ? tilted : [0, 0, 1, 0, 1, 0, 1, 0, 0],
        ),
      );
      expectNear(tailsOf(mixed)[5], tail);
    }
  });

  it("of a single joint have length 1, along its second axis", () => {
    expect(tailsOf([joint("a", -1, [1, 2, 3])])).toEqual([[1, 3, 3]]);
    expect(tailsOf([joint("a", -1, [1, 2, 3], [1, 0, 0, 0, 0, -1, 0, 1, 0])])).toEqual([[1, 2, 4]]);
  });

  it("with several children go to the one straight ahead, the one with the most joints below, or between them", () => {
    const spine = [joint("a", -1, [0, 0, 0]), joint("b", 0, [0, 2, 0])];
    const forks = (...heads: number[][]) =>
      tailsOf([...spine, ...heads.map((head, n) => joint(`c${n}`, 1, head))])[1];
    // Less than 37° from straight ahead.
    expectNear(forks([2, 4, 0], [0.5, 3, 0]), [0.5, 3, 0]);
    expectNear(forks([1, 2, 0], [0.74, 3, 0]), [0.74, 3, 0]);
    expectNear(forks([1, 2, 0], [0.76, 3, 0]), [0.88, 2.5, 0]);
    // If two are in the same direction, the first.
    expectNear(forks([0.3, 5, 0], [0.1, 3, 0]), [0.3, 5, 0]);
    expectNear(forks([0.1, 3, 0], [0.3, 5, 0]), [0.1, 3, 0]);
    expectNear(forks([2, 2, 0], [0, 2, 2], [0, 2, 2]), [2 / 3, 2, 4 / 3]);
    // If the middle is near the joint, the first.
    expectNear(forks([2, 2, 0], [-1.9, 2, 0]), [2, 2, 0]);
    expectNear(forks([2, 2, 0], [-0.9, 2, 0]), [0.55, 2, 0]);
    // The first joint has no direction from a parent.
    const body = (legs: number) =>
      tailsOf([
        joint("hips", -1, [0, 0, 0]),
        joint("spine", 0, [0, 1, 0]),
        joint("leg", 0, [1, -1, 0]),
        ...Array.from({ length: legs }, (_, n) => joint(`l${n}`, n === 0 ? 2 : 2 + n, [1, -2 - n, 0])),
      ])[0];
    expectNear(body(1), [1, -1, 0]);
    expectNear(body(0), [0.5, 0, 0]);
  });

  it("of a root that only places the whole move nothing, and notes have counts", () => {
    const rig = (...names: string[]) =>
      skeletonOfJoints(
        "a.bvh",
        names.map((name, n) => joint(name, n - 1, [0, n, 0])),
      );
    expect(rig("Armature", "a", "a_end").skeleton.segments.map(({ name, kind }) => [name, kind])).toEqual([
      ["Armature", "virtual"],
      ["a", "rigid"],
      ["a_end", "virtual"],
    ]);
    expect(rig("Armature", "a", "a_end").notes).toEqual([
      "Armature only places the whole, and moves nothing.",
    ]);
    expect(rig("a", "root", "b_end").skeleton.segments.map(({ kind }) => kind)).toEqual([
      "rigid",
      "rigid",
      "virtual",
    ]);
    expect(rig("a", "b")).toMatchObject({ notes: [], guessed: [1] });
    const two = skeletonOfJoints("a.bvh", [
      ...[joint("root", -1, [0, 0, 0]), joint("a", 0, [0, 1, 0]), joint("b", 0, [1, 0, 0])],
      ...[joint("origin", -1, [5, 0, 0]), joint("c", 3, [5, 0, 0]), joint("d", 4, [5, 0, 0])],
      joint("e", 5, [5, 1, 0]),
    ]);
    expect(two.notes).toEqual([
      "2 bones have no length and move nothing.",
      "root only places the whole, and moves nothing.",
    ]);
    expect(two.guessed.map((j) => two.skeleton.segments[j].name)).toEqual(["a", "b", "e"]);
  });
});
