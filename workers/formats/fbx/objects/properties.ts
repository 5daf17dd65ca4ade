import type { Vector } from "../../../math/vectors";
import { childOf, type FbxNode, type FbxValue, numberOf, textOf } from "../document/node";

/** The index of the flags: A for animated, U for custom, H for hidden. */
const FLAGS = 3;
/** The index of the first value, after name, type, label and flags. */
const FIRST_VALUE = 4;

type Table = ReadonlyMap<string, readonly FbxValue[]>;

function tableOf(node: FbxNode | undefined): Table {
  const table = new Map<string, readonly FbxValue[]>();
  for (const { name, values } of childOf(node, "Properties70")?.children ?? []) {
    if (name === "P" && typeof values[0] === "string") table.set(values[0], values);
  }
  return table;
}

/** The named properties of an object. Properties that it lacks come from its kind's template. */
export class Properties {
  private readonly own: Table;
  private readonly template: Properties | null;

  constructor(node: FbxNode | undefined, template: Properties | null) {
    this.own = tableOf(node);
    this.template = template;
  }

  private values(name: string): readonly FbxValue[] | undefined {
    return this.own.get(name) ?? this.template?.values(name);
  }

  has(name: string): boolean {
    return this.values(name) !== undefined;
  }

  /** Whether the object itself has the property. */
  hasOwn(name: string): boolean {
    return this.own.has(name);
  }

  /** The names of the properties that the object itself has. */
  ownNames(): string[] {
    return [...this.own.keys()];
  }

  /** The names of the object's custom properties that programs show. */
  customNames(): string[] {
    const flags = (values: readonly FbxValue[]) => textOf(values[FLAGS]);
    return [...this.own].filter(([, values]) => /^[^H]*U[^H]*$/.test(flags(values))).map(([name]) => name);
  }

  /** A finite number, or `otherwise`. */
  number(name: string, otherwise: number): number {
    const value = numberOf(this.values(name)?.[FIRST_VALUE], otherwise);
    return Number.isFinite(value) ? value : otherwise;
  }

  flag(name: string): boolean {
    return this.number(name, 0) !== 0;
  }

  /** Three finite numbers, or `otherwise`. */
  vector(name: string, otherwise: Readonly<Vector> = [0, 0, 0]): Vector {
    const values = this.values(name);
    const [x, y, z] = [0, 1, 2].map((c) => {
      const value = numberOf(values?.[FIRST_VALUE + c], otherwise[c]);
      return Number.isFinite(value) ? value : otherwise[c];
    });
    return [x, y, z];
  }

  text(name: string): string {
    return textOf(this.values(name)?.[FIRST_VALUE]);
  }
}
