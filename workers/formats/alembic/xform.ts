import { affineProduct, IDENTITY } from "../../math/affine";
import type { AlembicObject } from "./archive/archive";
import type { Property } from "./archive/property";
import { type FrameTimes, locate } from "./frame-times";

/** Row-major 3x4 for column vectors: the fourth column is the translation. */
export type Affine = Float64Array;

/** The number of channels of each operation, by the upper four bits of its code. */
const CHANNELS = [3, 3, 4, 16, 1, 1, 1];
const [SCALE, TRANSLATE, ROTATE, MATRIX, ROTATE_X, ROTATE_Y, ROTATE_Z] = [0, 1, 2, 3, 4, 5, 6];
const UNMOVED: Affine = Float64Array.from(IDENTITY);

/** A transform object (schema Xform) with its parents. */
export class Transform {
  /** The properties that may change over time. */
  readonly animated: Property[];
  private readonly parent: Transform | null;
  private readonly operations: number[];
  private readonly values: Property | null;
  private readonly inherits: Property | null;
  private kept: { t: number; world: Promise<Affine> } | null = null;

  constructor(
    parent: Transform | null,
    operations: number[],
    values: Property | null,
    inherits: Property | null,
  ) {
    this.parent = parent;
    this.operations = operations;
    this.values = values;
    this.inherits = inherits;
    const own = [values, inherits].filter((p): p is Property => p !== null && !p.constant);
    this.animated = [...(parent?.animated ?? []), ...own];
  }

  /** The transform from object to world at time `t`. */
  world(timeline: FrameTimes, t: number): Promise<Affine> {
    if (this.kept?.t !== t) this.kept = { t, world: this.compose(timeline, t) };
    return this.kept.world;
  }

  private async compose(timeline: FrameTimes, t: number): Promise<Affine> {
    const local = await this.local(timeline, t);
    if (!this.parent || !(await this.inheritsAt(timeline, t))) return local;
    return affineProduct(await this.parent.world(timeline, t), local);
  }

  /**
   * The transform to the parent. Matrices are interpolated between samples, because interpolated angles could turn the
   * long way round.
   */
  private async local(timeline: FrameTimes, t: number): Promise<Affine> {
    if (!this.values || this.values.sampleCount === 0) return UNMOVED;
    const { index, fraction } = locate(timeline, this.values, t);
    const before = await this.sample(this.values, index);
    if (fraction === 0) return before;
    const after = await this.sample(this.values, index + 1);
    return before.map((x, i) => x + fraction * (after[i] - x));
  }

  private async sample(values: Property, index: number): Promise<Affine> {
    const channels = await values.numbers(index);
    const needed = this.operations.reduce((sum, code) => sum + CHANNELS[code], 0);
    if (channels.length < needed) {
      throw values.damaged(`has ${channels.length} numbers for operations that need ${needed}`);
    }
    return composeOperations(this.operations, channels);
  }

  private async inheritsAt(timeline: FrameTimes, t: number): Promise<boolean> {
    if (!this.inherits || this.inherits.sampleCount === 0) return true;
    const [flag] = await this.inherits.numbers(locate(timeline, this.inherits, t).index);
    return flag !== 0;
  }
}

/** Reads the transform of an object with the schema Xform. */
export async function readTransform(object: AlembicObject, parent: Transform | null): Promise<Transform> {
  const schema = await object.compound(".xform");
  const codes = schema?.get(".ops");
  const operations =
    codes && codes.sampleCount > 0 ? Array.from(await codes.numbers(0), (code) => code >> 4) : [];
  const unknown = operations.find((code) => CHANNELS[code] === undefined);
  if (codes && unknown !== undefined) throw codes.damaged(`names the unknown operation ${unknown}`);
  const values = operations.length > 0 ? (schema?.get(".vals") ?? null) : null;
  return new Transform(parent, operations, values, schema?.get(".inherits") ?? null);
}

/** The product of operations in their order: the last is applied to the points first. Angles in degrees. */
export function composeOperations(operations: number[], channels: ArrayLike<number>): Affine {
  let result = UNMOVED;
  let at = 0;
  for (const code of operations) {
    result = affineProduct(
      result,
      operationMatrix(code, (i) => channels[at + i]),
    );
    at += CHANNELS[code];
  }
  return result;
}

function operationMatrix(code: number, c: (i: number) => number): Affine {
  switch (code) {
    case SCALE:
      return Float64Array.of(c(0), 0, 0, 0, 0, c(1), 0, 0, 0, 0, c(2), 0);
    case TRANSLATE:
      return Float64Array.of(1, 0, 0, c(0), 0, 1, 0, c(1), 0, 0, 1, c(2));
    case ROTATE:
      return rotation(c(0), c(1), c(2), c(3));
    case ROTATE_X:
      return rotation(1, 0, 0, c(0));
    case ROTATE_Y:
      return rotation(0, 1, 0, c(0));
    case ROTATE_Z:
      return rotation(0, 0, 1, c(0));
    case MATRIX:
      // Matrices are stored for row vectors: the translation is in the last row.
      return Float64Array.of(c(0), c(4), c(8), c(12), c(1), c(5), c(9), c(13), c(2), c(6), c(10), c(14));
    default:
      throw new RangeError(`no operation ${code}`);
  }
}

/** The rotation about an axis of any length by an angle in degrees (Rodrigues). */
function rotation(ax: number, ay: number, az: number, degrees: number): Affine {
  const length = Math.hypot(ax, ay, az);
  if (length === 0) return UNMOVED;
  const [x, y, z] = [ax / length, ay / length, az / length];
  const angle = (degrees * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  return Float64Array.of(
    ...[x * x * k + c, x * y * k - z * s, x * z * k + y * s, 0],
    ...[x * y * k + z * s, y * y * k + c, y * z * k - x * s, 0],
    ...[x * z * k - y * s, y * z * k + x * s, z * z * k + c, 0],
  );
}
