import { multiplyAffine } from "../../math/affine";
import type { SkeletonClip, SkeletonSource } from "../../model/files/skeleton-source";
import { howMany } from "../../model/reports/figures";
import { isEndName } from "../../model/rig/end-bones";
import { MOST_BONES } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import { checkMotionRoom } from "../assemble/check-raw";
import type { SourceFile } from "../source/source";
import { readAll, stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { withEndJoints } from "./end-joints";
import { type Joint, skeletonOfJoints } from "./joint-tree";
import { restInverses } from "./rest-inverses";
import { checkTextSize } from "./text-size";

/** Frames to read between two checkpoints, which takes a few milliseconds. */
const FRAMES = 64;

/** An angle that changes by more is a motion, in degrees. */
const TURNS = 0.01;

/** The axis, 0 to 2, and the kind of a channel. */
interface Channel {
  axis: number;
  isTurn: boolean;
}

interface BvhJoint {
  name: string;
  parent: number;
  offset: [number, number, number];
  channels: Channel[];
  isEnd: boolean;
}

/** Reads the words of a BVH (Meredith & Maddock 2001, "Motion capture file formats explained"). */
class BvhReader {
  readonly joints: BvhJoint[] = [];
  private readonly cursor: TextCursor;

  constructor(name: string, bytes: Uint8Array) {
    this.cursor = new TextCursor(name, bytes);
  }

  private word(): string {
    if (!this.cursor.nextWordAnywhere()) this.cursor.fail("It ends in the middle.");
    return this.cursor.word();
  }

  private expect(...words: string[]): void {
    for (const wanted of words) {
      const found = this.word();
      if (found.toLowerCase() !== wanted.toLowerCase()) {
        this.cursor.fail(`It has "${found.slice(0, 40)}" where "${wanted}" belongs.`);
      }
    }
  }

  private number(): number {
    if (!this.cursor.nextWordAnywhere()) this.cursor.fail("It ends where a number belongs.");
    const value = this.cursor.number();
    if (!Number.isFinite(value)) this.cursor.fail(`It has ${value} where a number belongs.`);
    return value;
  }

  hierarchy(): void {
    this.expect("HIERARCHY");
    let parent = -1;
    for (;;) {
      const word = this.word().toUpperCase();
      if (word === "ROOT" || word === "JOINT" || word === "END") parent = this.joint(word === "END", parent);
      else if (word === "CHANNELS" && parent >= 0) this.channels(this.joints[parent]);
      else if (word === "}" && parent >= 0) parent = this.joints[parent].parent;
      else if (word === "MOTION" && parent < 0 && this.joints.length > 0) return;
      else this.cursor.fail(`It has "${word.slice(0, 40)}" where a joint belongs.`);
    }
  }

  /** @returns the number of the joint. */
  private joint(isEnd: boolean, parent: number): number {
    const line = this.cursor.restOfLine();
    const name = line.endsWith("{") ? line.slice(0, -1).trimEnd() : line;
    if (name === line) this.expect("{");
    this.expect("OFFSET");
    const offset: BvhJoint["offset"] = [this.number(), this.number(), this.number()];
    if (this.joints.length >= MOST_BONES) this.cursor.fail(`It has more than ${MOST_BONES} joints.`);
    this.joints.push({ name: isEnd ? "" : name, parent, offset, channels: [], isEnd });
    return this.joints.length - 1;
  }

  private channels(joint: BvhJoint): void {
    const count = this.number();
    if (!(count >= 0 && count <= 6)) this.cursor.fail(`A joint has ${count} channels. BVH allows at most 6.`);
    for (let c = 0; c < count; c++) {
      const word = this.word();
      const [, axis, kind] = /^([xyz])(position|rotation)$/i.exec(word) ?? [];
      if (!axis) this.cursor.fail(`It has "${word.slice(0, 40)}" where a channel belongs.`);
      joint.channels.push({
        axis: "xyz".indexOf(axis.toLowerCase()),
        isTurn: kind.toLowerCase() === "rotation",
      });
    }
  }

  /** Reads the frames a second and the values of the channels in all frames; null if there are none. */
  async motion(task: Task): Promise<{ fps: number; frameCount: number; values: Float64Array } | null> {
    this.expect("Frames:");
    const frameCount = this.number();
    this.expect("Frame", "Time:");
    const seconds = this.number();
    const width = this.joints.reduce((sum, { channels }) => sum + channels.length, 0);
    const left = this.cursor.end - this.cursor.at;
    if (!(Number.isInteger(frameCount) && frameCount >= 0 && 2 * frameCount * width <= left + 1)) {
      this.cursor.fail(
        `It says that it has ${howMany(frameCount, "frame")} of ${howMany(width, "number")}, but only ${howMany(left, "byte")} are left.`,
      );
    }
    if (frameCount === 0 || width === 0) return null;
    checkMotionRoom(this.cursor.name, this.joints.length, frameCount);
    const values = new Float64Array(frameCount * width);
    for (let k = 0; k < frameCount; k++) {
      if (k % FRAMES === 0) {
        task.progress({
          phase: `Reading ${this.cursor.name}`,
          done: k / frameCount,
          detail: `frame ${k + 1}`,
        });
        await task.checkpoint();
      }
      for (let c = 0; c < width; c++) values[k * width + c] = this.number();
    }
    return { fps: seconds > 0 ? 1 / seconds : 30, frameCount, values };
  }
}

/** Multiplies `m`, a row-major 3x4, by a rotation about one of its axes by an angle in degrees. */
function turn(m: Float64Array, axis: number, degrees: number): void {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  for (let row = 0; row < 12; row += 4) {
    const [a, b] = [m[row + u], m[row + v]];
    m[row + u] = cosine * a + sine * b;
    m[row + v] = cosine * b - sine * a;
  }
}

/** The hinge of a joint with a single rotation. At rest a joint has the file's axes. */
function hingeOf(channels: readonly Channel[]): Pick<Joint, "limits"> {
  const turns = channels.filter(({ isTurn }) => isTurn);
  if (turns.length !== 1) return {};
  const axis: Point = [0, 0, 0];
  axis[turns[0].axis] = 1;
  return { limits: () => ({ hinge: { axis, range: [-Math.PI, Math.PI] } }) };
}

/**
 * The places of all joints in one frame, 12 numbers per joint. Channels turn in their order, each about its axis after
 * the earlier rotations. Position channels replace the joint's offset from its parent.
 * @param values of the channels, or null for the pose at rest.
 */
function pose(joints: BvhJoint[], values: Float64Array | null, out: Float64Array): void {
  const local = new Float64Array(12);
  let at = 0;
  joints.forEach(({ parent, offset, channels }, j) => {
    local.set([1, 0, 0, offset[0], 0, 1, 0, offset[1], 0, 0, 1, offset[2]]);
    for (const { axis, isTurn } of channels) {
      if (!values) continue;
      if (isTurn) turn(local, axis, values[at]);
      else local[4 * axis + 3] = values[at];
      at++;
    }
    if (parent < 0) out.set(local, 12 * j);
    else multiplyAffine(out, 12 * j, out, 12 * parent, local, 0);
  });
}

/** Flags of the joints whose angles change. */
function turningJoints(joints: readonly BvhJoint[], values: Float64Array | null): Uint8Array {
  const owners = joints.flatMap(({ channels }, j) => channels.map(({ isTurn }) => (isTurn ? j : -1)));
  const turns = new Uint8Array(joints.length);
  values?.forEach((angle, at) => {
    const owner = owners[at % owners.length];
    if (owner >= 0 && Math.abs(angle - values[at % owners.length]) > TURNS) turns[owner] = 1;
  });
  return turns;
}

/**
 * Reads a BVH: its hierarchy at rest (all angles 0), end sites as tails, and its motion as one clip.
 * @throws SinewError with file and line.
 */
export async function readBvh(file: SourceFile, task: Task): Promise<SkeletonSource> {
  checkTextSize(file);
  const reader = new BvhReader(file.name, await readAll(file));
  reader.hierarchy();
  const { joints } = reader;
  const world = new Float64Array(12 * joints.length);
  pose(joints, null, world);
  const motion = await reader.motion(task);
  const carries = new Set(joints.filter(({ isEnd }) => !isEnd).map(({ parent }) => parent));
  const turns = turningJoints(joints, motion?.values ?? null);
  const tree = joints.map(
    ({ name, parent, isEnd, channels }, j): Joint => ({
      ...{ name, parent, rest: world.slice(12 * j, 12 * j + 12) },
      isEnd: isEnd || (!carries.has(j) && parent >= 0 && !turns[j] && isEndName(name)),
      ...hingeOf(channels),
    }),
  );
  const { skeleton, joints: kept, guessed, notes } = skeletonOfJoints(file.name, tree);
  const clips: SkeletonClip[] = [];
  if (motion) {
    const { fps, frameCount, values } = motion;
    const inverses = restInverses(kept.map((j) => tree[j].rest));
    const motions = new Float32Array(12 * kept.length * frameCount);
    const one = new Float64Array(12);
    const width = values.length / frameCount;
    for (let k = 0; k < frameCount; k++) {
      if (k % FRAMES === 0) await task.checkpoint();
      pose(joints, values.subarray(k * width, (k + 1) * width), world);
      kept.forEach((j, s) => {
        multiplyAffine(one, 0, world, 12 * j, inverses, 12 * s);
        motions.set(one, 12 * (k * kept.length + s));
      });
    }
    clips.push({ name: stemOf(file.name), fps: Math.round(fps * 1000) / 1000, frameCount, motions });
  }
  return withEndJoints({
    name: stemOf(file.name),
    file: file.name,
    format: "BVH",
    skeleton,
    guessed,
    upAxis: null,
    metresPerUnit: null,
    clips,
    notes,
  });
}
