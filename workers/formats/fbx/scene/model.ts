import { multiply3 } from "../../../math/matrix3";
import type { Vector } from "../../../math/vectors";
import type { RotationLimits } from "../../gltf/read/scene/scene";
import type { FbxObject } from "../objects/objects";
import type { Properties } from "../objects/properties";
import { eulerRotation, rotationOf, transposed, XYZ } from "./euler";

const ONES: Vector = [1, 1, 1];

/** FBX's numbers for how a child inherits its parent's scale: R is rotation, S is scale, capitals are the parent's. */
export const INHERIT = { RrSs: 0, RSrs: 1, Rrs: 2 } as const;

/** Translation, rotation (degrees) and scale of a model. Curves may move them. */
export interface LocalValues {
  translation: ArrayLike<number>;
  rotation: ArrayLike<number>;
  scale: ArrayLike<number>;
}

/** A model of the scene: a node with its pivots. */
export class FbxModel {
  readonly object: FbxObject;
  /** The index of its parent among the models, or −1. */
  parent = -1;
  readonly values: LocalValues;
  readonly inherit: number;
  readonly limits: RotationLimits | null;
  /** The order of rotations, from 0 to 5. */
  readonly order: number;
  private readonly before: Float64Array;
  private readonly after: Float64Array;
  private readonly rotationPivot: Vector;
  private readonly rotationOffset: Vector;
  private readonly scalingPivot: Vector;
  private readonly scalingOffset: Vector;
  private readonly turn = new Float64Array(9);
  private readonly turned = new Float64Array(9);

  constructor(object: FbxObject) {
    const { properties } = object;
    this.object = object;
    this.values = {
      translation: properties.vector("Lcl Translation"),
      rotation: properties.vector("Lcl Rotation"),
      scale: properties.vector("Lcl Scaling", ONES),
    };
    this.inherit = properties.number("InheritType", INHERIT.RrSs);
    // Orders, pre- and post-rotations and limits only apply if the rotation is active.
    const isActive = properties.flag("RotationActive");
    this.order = isActive ? properties.number("RotationOrder", XYZ) : XYZ;
    this.before = rotationOf(isActive ? properties.vector("PreRotation") : [0, 0, 0], XYZ);
    this.after = transposed(rotationOf(isActive ? properties.vector("PostRotation") : [0, 0, 0], XYZ));
    this.rotationPivot = properties.vector("RotationPivot");
    this.rotationOffset = properties.vector("RotationOffset");
    this.scalingPivot = properties.vector("ScalingPivot");
    this.scalingOffset = properties.vector("ScalingOffset");
    this.limits = isActive ? limitsOf(properties) : null;
  }

  get name(): string {
    return this.object.name;
  }

  /**
   * The rotation of a model relative to its parent, Rpre·R·Rpost⁻¹, row-major 3x3, and the place of its origin there,
   * which is the translation of T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹ (Autodesk FBX SDK, "Computing
   * transformation matrices").
   */
  local({ translation, rotation, scale }: LocalValues, out: { rotation: Float64Array; place: Vector }): void {
    eulerRotation(this.turn, rotation, this.order);
    multiply3(this.turned, this.turn, this.after);
    multiply3(out.rotation, this.before, this.turned);
    const { rotation: r, place } = out;
    const [pivot, offset] = [this.rotationPivot, this.rotationOffset];
    const inner = [0, 1, 2].map(
      (c) => this.scalingOffset[c] + (1 - scale[c]) * this.scalingPivot[c] - pivot[c],
    );
    for (let c = 0; c < 3; c++) {
      const moved = r[3 * c] * inner[0] + r[3 * c + 1] * inner[1] + r[3 * c + 2] * inner[2];
      place[c] = translation[c] + offset[c] + pivot[c] + moved;
    }
  }
}

/** Limits in the file are relative to no rotation. The result is relative to the rotation at rest. */
function limitsOf(properties: Properties): RotationLimits | null {
  const rest = properties.vector("Lcl Rotation");
  const ends = (which: "Min" | "Max"): RotationLimits["least"] => {
    const [x, y, z] = properties.vector(`Rotation${which}`).map((angle, axis) => angle - rest[axis]);
    const isOn = (axis: string) => properties.flag(`Rotation${which}${axis}`);
    return [isOn("X") ? x : null, isOn("Y") ? y : null, isOn("Z") ? z : null];
  };
  const [least, most] = [ends("Min"), ends("Max")];
  return [...least, ...most].every((end) => end === null) ? null : { least, most };
}

/** The transform of a model's own mesh, which its children do not inherit; row-major 3x4. */
export function geometricTransform({ properties }: FbxObject): Float64Array {
  const t = properties.vector("GeometricTranslation");
  const r = rotationOf(properties.vector("GeometricRotation"), XYZ);
  const s = properties.vector("GeometricScaling", ONES);
  return Float64Array.from({ length: 12 }, (_, n) =>
    n % 4 === 3 ? t[n >> 2] : r[3 * (n >> 2) + (n % 4)] * s[n % 4],
  );
}
