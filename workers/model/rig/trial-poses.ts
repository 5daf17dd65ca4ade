/**
 * Test poses for any skeleton, like those that animators use to check weights. Every joint bends to both sides about
 * the two axes across its limb and twists about the limb. Some poses bend several joints at once.
 */
import { createRandom, type Random } from "../../math/random";
import { cross, minus, type Vector } from "../../math/vectors";
import { type Pose, restPose } from "./pose";
import type { Bone } from "./rig";

/** Angles of bends in degrees, one for each joint. */
const BENDS = [60, 75, 90];
const TWIST = 90;
/** Number of poses that bend several joints, and the share of the joints that each bends. */
const COMBINED = 4;
const COMBINED_SHARE = 0.4;

function direction(v: Vector): Vector | null {
  const length = Math.hypot(...v);
  return length > 1e-9 ? [v[0] / length, v[1] / length, v[2] / length] : null;
}

/**
 * Direction of the limb of bone `j`: to the middle of its children's heads, or without children its parent's direction;
 * z if there is neither.
 */
function limbOf(bones: readonly Bone[], j: number): Vector {
  const { head, parent } = bones[j];
  const children = bones.filter((bone) => bone.parent === j);
  const middle = [0, 1, 2].map((c) =>
    children.reduce((sum, bone) => sum + bone.head[c] / children.length, 0),
  );
  const down = children.length > 0 ? direction(minus(middle as Vector, head)) : null;
  return down ?? (parent >= 0 ? direction(minus(head, bones[parent].head)) : null) ?? [0, 0, 1];
}

/** Two perpendicular axes across a limb. The first is as level as possible. */
function acrossOf(limb: Vector): [Vector, Vector] {
  // The coordinate axis farthest from the limb's direction makes the choice stable.
  const least = limb.map(Math.abs).indexOf(Math.min(...limb.map(Math.abs)));
  const away = [0, 1, 2].map((c) => (c === least ? 1 : 0)) as Vector;
  const first = direction(cross(limb, away))!;
  return [first, cross(limb, first)];
}

interface Turn {
  bone: number;
  axis: Vector;
  degrees: number;
}

function posed(bones: readonly Bone[], name: string, turns: Turn[]): Pose {
  const pose = restPose(bones, name);
  for (const { bone, axis, degrees } of turns) {
    const half = (degrees * Math.PI) / 360;
    pose.rotations.set([...axis.map((x) => Math.sin(half) * x), Math.cos(half)], 4 * bone);
  }
  return pose;
}

/** Joints to bend: all except roots; in a rig without parents all except the first. */
function jointsOf(bones: readonly Bone[]): number[] {
  const below = [...bones.keys()].filter((j) => bones[j].parent >= 0);
  return below.length > 0 ? below : [...bones.keys()].slice(1);
}

const signed = (degrees: number) => `${degrees < 0 ? "−" : ""}${Math.abs(degrees)}°`;

/**
 * Poses named like "elbow_L bend 90°", "elbow_L side −60°", "elbow_L twist 90°", "combined 1": five per joint, then a
 * few with many joints. Equal bones and seed give equal poses.
 */
export function testPoses(bones: readonly Bone[], seed: number): Pose[] {
  const random = createRandom(seed);
  const joints = jointsOf(bones);
  const poses = joints.flatMap((bone) => {
    const limb = limbOf(bones, bone);
    const [first, second] = acrossOf(limb);
    const bend = BENDS[random.integer(BENDS.length)];
    const turns: [string, Vector, number][] = [
      ["bend", first, bend],
      ["bend", first, -bend],
      ["side", second, bend],
      ["side", second, -bend],
      ["twist", limb, TWIST],
    ];
    return turns.map(([what, axis, degrees]) =>
      posed(bones, `${bones[bone].name} ${what} ${signed(degrees)}`, [{ bone, axis, degrees }]),
    );
  });
  if (joints.length < 2) return poses;
  const combined = Array.from({ length: COMBINED }, (_, n) =>
    posed(bones, `combined ${n + 1}`, someTurns(bones, joints, random)),
  );
  return [...poses, ...combined];
}

/** Some of the joints, at least two, each turned about its own axis by up to 60°. */
function someTurns(bones: readonly Bone[], joints: readonly number[], random: Random): Turn[] {
  const chosen = joints.map((bone) => ({ bone, draw: random.next() })).sort((a, b) => a.draw - b.draw);
  const count = Math.max(2, Math.round(COMBINED_SHARE * joints.length));
  return chosen.slice(0, count).map(({ bone }) => {
    const limb = limbOf(bones, bone);
    const axes = [...acrossOf(limb), limb];
    const degrees = (random.next() < 0.5 ? -1 : 1) * (20 + 40 * random.next());
    return { bone, axis: axes[random.integer(3)], degrees };
  });
}
