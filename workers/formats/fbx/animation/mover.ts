/** Moves the nodes and the blend shapes of a scene by the layers of a stack. */

import { eulerAngles } from "../../../export/bones/euler-angles";
import { multiply3 } from "../../../math/matrix3";
import type { SceneClip, SceneMover } from "../../gltf/read/scene/scene";
import type { FbxObject } from "../objects/objects";
import { PRODUCTS, rotationOf, XYZ } from "../scene/euler";
import type { FbxModel } from "../scene/model";
import type { ModelWorld } from "../scene/world";
import { sampleCurve } from "./curve";
import type { Layer, ModelChannel, PropertyCurves, Stack } from "./stack";

const ADDS = 0;

/** The numbers of a channel at a time. */
function sampled({ curves, still }: PropertyCurves, t: number): number[] {
  return curves.map((curve, n) => (curve ? sampleCurve(curve, t) : still[n]));
}

/** A node with the blend shape channels that deform its mesh. */
export interface ShapedNode {
  node: number;
  /** Computes the weights of the node's targets from the percents of its channels. */
  weightsOf(percents: ReadonlyMap<FbxObject, number>, out: Float64Array): void;
}

export class StackMover implements SceneMover {
  private readonly models: readonly FbxModel[];
  private readonly world: ModelWorld;
  private readonly stacks: ReadonlyMap<SceneClip, Stack>;
  private readonly shaped: readonly ShapedNode[];
  private readonly values: { translation: Float64Array; rotation: Float64Array; scale: Float64Array }[];

  constructor(
    models: readonly FbxModel[],
    world: ModelWorld,
    stacks: ReadonlyMap<SceneClip, Stack>,
    shaped: readonly ShapedNode[],
  ) {
    this.models = models;
    this.world = world;
    this.stacks = stacks;
    this.shaped = shaped;
    this.values = models.map(({ values }) => ({
      translation: Float64Array.from(values.translation),
      rotation: Float64Array.from(values.rotation),
      scale: Float64Array.from(values.scale),
    }));
  }

  move(clip: SceneClip | null, t: number, world: Float64Array, weights: (Float64Array | null)[]): void {
    for (const [n, { values }] of this.models.entries()) {
      this.values[n].translation.set(values.translation);
      this.values[n].rotation.set(values.rotation);
      this.values[n].scale.set(values.scale);
    }
    const percents = new Map<FbxObject, number>();
    const layers = (clip && this.stacks.get(clip)?.layers) || [];
    layers.forEach((layer, l) => {
      const share = l === 0 ? 1 : Math.min(1, Math.max(0, sampled(layer.weight, t)[0] / 100));
      for (const channel of layer.models) this.blend(channel, sampled(channel, t), layer, l === 0, share);
      for (const channel of layer.weights) {
        const [value] = sampled(channel, t);
        const before = percents.get(channel.shape) ?? channel.shape.properties.number("DeformPercent", 0);
        const mixed = layer.mode === ADDS ? before + share * value : before + share * (value - before);
        percents.set(channel.shape, l === 0 ? value : mixed);
      }
    });
    this.world.place(this.values, world);
    for (const { node, weightsOf } of this.shaped) {
      const out = weights[node];
      if (out) weightsOf(percents, out);
    }
  }

  /** Applies a layer to a property. The first layer replaces the model's value. */
  private blend(
    { model, property }: ModelChannel,
    value: number[],
    layer: Layer,
    isFirst: boolean,
    share: number,
  ): void {
    const now = this.values[model][property];
    if (isFirst) now.set(value);
    else if (layer.mode !== ADDS) for (let c = 0; c < 3; c++) now[c] += share * (value[c] - now[c]);
    else if (property === "scale" && !layer.addsScales)
      for (let c = 0; c < 3; c++) now[c] *= 1 + share * (value[c] - 1);
    else if (property === "rotation" && !layer.addsAngles) this.turnFurther(model, value, share);
    else for (let c = 0; c < 3; c++) now[c] += share * value[c];
  }

  /** Applies one rotation after the other, and converts the result to angles. */
  private turnFurther(model: number, value: number[], share: number): void {
    const now = this.values[model].rotation;
    const { order } = this.models[model];
    const further = rotationOf(
      value.map((angle) => share * angle),
      order,
    );
    const product = new Float64Array(9);
    multiply3(product, further, rotationOf(now, order));
    const before = Array.from(now, (angle) => (angle * Math.PI) / 180);
    const turns = PRODUCTS[order] ?? PRODUCTS[XYZ];
    const axes = Array.from(turns, (letter) => "XYZ".indexOf(letter));
    const angles = eulerAngles(
      product,
      turns,
      axes.map((axis) => before[axis]),
    );
    axes.forEach((axis, n) => {
      now[axis] = (angles[n] * 180) / Math.PI;
    });
  }
}
