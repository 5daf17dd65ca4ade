/** A text layer read by three's parser, with values at any time. */
import { Quaternion } from "three";
import { USDAParser } from "three/examples/jsm/loaders/usd/USDAParser.js";

interface Spec {
  fields: {
    typeName?: string;
    default?: unknown;
    elementSize?: number;
    targetPaths?: string[];
    timeSamples?: { times: number[]; values: number[][] };
  };
}

export class UsdStage {
  private readonly specs: Record<string, Spec>;

  constructor(layer: Uint8Array) {
    this.specs = new USDAParser().parseData(new TextDecoder().decode(layer)).specsByPath;
  }

  /** Paths of the prims of a type, in the order of the file. */
  prims(type: string): string[] {
    return Object.keys(this.specs).filter(
      (path) => !path.includes(".") && this.specs[path].fields.typeName === type,
    );
  }

  /** A field of the layer. */
  root(field: string): unknown {
    return (this.specs["/"].fields as Record<string, unknown>)[field];
  }

  names(prim: string, attribute: string): string[] {
    return (this.specs[`${prim}.${attribute}`]?.fields.default ?? []) as string[];
  }

  elementSize(prim: string, attribute: string): number {
    return this.specs[`${prim}.${attribute}`]?.fields.elementSize ?? 1;
  }

  targets(prim: string, relationship: string): string[] {
    const found = this.specs[`${prim}.${relationship}`]?.fields.targetPaths ?? [];
    return found.flatMap((paths) =>
      paths
        .replace(/[[\]]/g, "")
        .split(",")
        .map((path) => path.trim()),
    );
  }

  /** The numbers at a time, linear between two samples. Quaternions take the shorter arc. */
  numbers(prim: string, attribute: string, time = 0): number[] | null {
    const fields = this.specs[`${prim}.${attribute}`]?.fields;
    if (!fields?.timeSamples) return (fields?.default as number[]) ?? null;
    const { times, values } = fields.timeSamples;
    const after = times.findIndex((t) => t >= time);
    if (after <= 0) return values[after < 0 ? values.length - 1 : 0];
    const [a, b] = [values[after - 1], values[after]];
    const t = (time - times[after - 1]) / (times[after] - times[after - 1]);
    if (!fields.typeName?.startsWith("quat")) return a.map((x, c) => (1 - t) * x + t * b[c]);
    return a.flatMap((_, c) => {
      if (c % 4 > 0) return [];
      const from = new Quaternion(a[c], a[c + 1], a[c + 2], a[c + 3]);
      return from.slerp(new Quaternion(b[c], b[c + 1], b[c + 2], b[c + 3]), t).toArray();
    });
  }
}
