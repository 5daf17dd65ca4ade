/** Animation stacks of a file, with the properties that the curves of their layers move. */
import { FbxDamage } from "../document/node";
import type { FbxObject, FbxObjects } from "../objects/objects";
import type { FbxModel } from "../scene/model";
import { type Curve, readCurve } from "./curve";

/** Layers and models may share curves, so a small file can connect far more than it holds. */
const MOST_CHANNELS = 1e6;

/** The properties of models that curves can move. */
const MOVED = {
  "Lcl Translation": "translation",
  "Lcl Rotation": "rotation",
  "Lcl Scaling": "scale",
} as const;

const AXES = ["X", "Y", "Z"];

export type MovedProperty = (typeof MOVED)[keyof typeof MOVED];

/** The curves of one property: x, y and z of a model, or one weight. */
export interface PropertyCurves {
  /** Null if nothing moves the axis. Its value is then in `still`. */
  curves: (Curve | null)[];
  still: ArrayLike<number>;
}

export interface ModelChannel extends PropertyCurves {
  model: number;
  property: MovedProperty;
}

export interface WeightChannel extends PropertyCurves {
  /** The blend shape channel. */
  shape: FbxObject;
}

export interface Layer {
  /** 0..1, constant or moved by a curve. */
  weight: PropertyCurves;
  /** 0 adds to the layers before. Other modes replace them. */
  mode: number;
  /** Whether rotations are added angle by angle, instead of one after the other. */
  addsAngles: boolean;
  /** Whether scales are added, instead of multiplied. */
  addsScales: boolean;
  models: ModelChannel[];
  weights: WeightChannel[];
}

export interface Stack {
  name: string;
  /** The span in seconds; null if the file has none. */
  span: { start: number; end: number } | null;
  layers: Layer[];
}

/** Reads stacks. It caches curves by their objects, so that a shared curve is read only once. */
class StackReader {
  private readonly objects: FbxObjects;
  private readonly models: ReadonlyMap<FbxObject, number>;
  private readonly modelList: readonly FbxModel[];
  private readonly ticks: number;
  private readonly curves = new Map<FbxObject, Curve | null>();
  private readonly nodes = new Map<FbxObject, ReturnType<StackReader["node"]>>();
  private channels = 0;

  constructor(objects: FbxObjects, models: readonly FbxModel[], ticks: number) {
    this.objects = objects;
    this.modelList = models;
    this.models = new Map(models.map(({ object }, n) => [object, n]));
    this.ticks = ticks;
  }

  stack(object: FbxObject): Stack {
    const layers = this.objects.childrenOfType(object, "AnimationLayer");
    const start = this.time(object, "LocalStart");
    const end = this.time(object, "LocalStop");
    return {
      name: object.name,
      span: end > start ? { start, end } : null,
      layers: layers.map((layer) => this.layer(layer)).filter((layer) => layer !== null),
    };
  }

  private time({ properties }: FbxObject, name: string): number {
    return properties.number(name, 0) / this.ticks;
  }

  /** Reads a layer; null if it is muted. */
  private layer(object: FbxObject): Layer | null {
    const { properties } = object;
    if (properties.flag("Mute")) return null;
    const nodes = this.objects.childrenOf(object).filter(({ object: node }) => isCurveNode(node));
    const weightNode = nodes.find(({ property }) => property === "Weight")?.object;
    const layer: Layer = {
      weight: this.channel(weightNode, ["Weight"], [properties.number("Weight", 100)]),
      mode: properties.number("BlendMode", 0),
      addsAngles: properties.number("RotationAccumulationMode", 0) === 1,
      addsScales: properties.number("ScaleAccumulationMode", 0) === 1,
      models: [],
      weights: [],
    };
    for (const { object: node, property } of nodes) if (property === "") this.addNode(node, layer);
    return layer;
  }

  private addNode(node: FbxObject, layer: Layer): void {
    for (const { object, property } of this.objects.parentsOf(node)) {
      const model = this.models.get(object);
      const moved = MOVED[property as keyof typeof MOVED];
      if (model !== undefined && moved !== undefined) {
        const { curves, still } = this.channel(node, AXES, this.modelList[model].values[moved]);
        layer.models.push({ curves, still, model, property: moved });
      } else if (object.kind === "BlendShapeChannel" && property === "DeformPercent") {
        const percent = [object.properties.number("DeformPercent", 0)];
        const { curves, still } = this.channel(node, ["DeformPercent"], percent);
        layer.weights.push({ curves, still, shape: object });
      }
    }
  }

  /** Curves are connected to properties of their node: "d|X". A node may have the value of an axis without a curve. */
  private channel(
    node: FbxObject | undefined,
    axes: readonly string[],
    still: ArrayLike<number>,
  ): PropertyCurves {
    if (++this.channels > MOST_CHANNELS) {
      throw new FbxDamage(`Its curves move more than ${MOST_CHANNELS} properties.`);
    }
    if (!node) return { curves: axes.map(() => null), still };
    const { curves, own } = this.node(node, axes);
    return { curves, still: own ? own.map((value, n) => value ?? still[n]) : still };
  }

  /** The curves and still values of a node, which are the same for everything that it moves; null if it has none. */
  private node(
    node: FbxObject,
    axes: readonly string[],
  ): { curves: PropertyCurves["curves"]; own: (number | null)[] | null } {
    const known = this.nodes.get(node);
    if (known?.curves.length === axes.length) return known;
    const links = this.objects.childrenOf(node);
    const curves = axes.map((axis) => {
      const found = links.find(
        ({ object, property }) => object.type === "AnimationCurve" && property === `d|${axis}`,
      );
      return found ? this.curve(found.object) : null;
    });
    const { properties } = node;
    const own = axes.map((axis) => (properties.has(`d|${axis}`) ? properties.number(`d|${axis}`, 0) : null));
    const read = { curves, own: own.some((value) => value !== null) ? own : null };
    this.nodes.set(node, read);
    return read;
  }

  private curve(object: FbxObject): Curve | null {
    const known = this.curves.get(object);
    if (known !== undefined) return known;
    const curve = readCurve(object.node, this.ticks);
    this.curves.set(object, curve);
    return curve;
  }
}

const isCurveNode = ({ type }: FbxObject) => type === "AnimationCurveNode";

/**
 * All stacks of a file.
 * @param ticks of time in a second.
 * @throws FbxDamage if the lists of a curve are damaged, or too much is connected.
 */
export function readStacks(objects: FbxObjects, models: readonly FbxModel[], ticks: number): Stack[] {
  const reader = new StackReader(objects, models, ticks);
  return objects.ofType("AnimationStack").map((object) => reader.stack(object));
}
