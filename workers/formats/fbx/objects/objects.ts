import { childOf, type FbxNode, numberOf, textOf } from "../document/node";
import { Properties } from "./properties";

/** The identity of an object. */
export type FbxId = number | bigint;

export interface FbxObject {
  id: FbxId;
  /** The name of its record: Model, Geometry, Deformer … */
  type: string;
  name: string;
  /** Its kind within the type: LimbNode, Mesh, Skin … */
  kind: string;
  node: FbxNode;
  properties: Properties;
}

/** One end of a connection. `property` is empty between whole objects. */
export interface FbxLink {
  object: FbxObject;
  property: string;
}

/** "bone 1" from "bone 1\0\x01Model" in binary files, and from "Model::bone 1" in text files. */
function plainName(name: string): string {
  const end = name.indexOf("\0");
  if (end >= 0) return name.slice(0, end);
  const colons = name.indexOf("::");
  return colons < 0 ? name : name.slice(colons + 2);
}

/** The default properties of each type of object. */
function templatesOf(top: readonly FbxNode[]): Map<string, Properties> {
  const templates = new Map<string, Properties>();
  const definitions = top.find(({ name }) => name === "Definitions");
  for (const { name, values, children } of definitions?.children ?? []) {
    const template = children.find((child) => child.name === "PropertyTemplate");
    if (name === "ObjectType" && template) templates.set(textOf(values[0]), new Properties(template, null));
  }
  return templates;
}

const isId = (value: unknown): value is FbxId => typeof value === "number" || typeof value === "bigint";

/** All objects of a file and their connections. */
export class FbxObjects {
  readonly all: FbxObject[] = [];
  readonly top: readonly FbxNode[];
  private readonly byId = new Map<FbxId, FbxObject>();
  private readonly below = new Map<FbxObject, FbxLink[]>();
  private readonly above = new Map<FbxObject, FbxLink[]>();

  constructor(top: readonly FbxNode[]) {
    this.top = top;
    const templates = templatesOf(top);
    for (const node of top.find(({ name }) => name === "Objects")?.children ?? []) {
      const [id, name, kind] = node.values;
      // If several objects have the same identity, the first one counts.
      if (!isId(id) || this.byId.has(id)) continue;
      const object: FbxObject = {
        ...{ id, type: node.name, name: plainName(textOf(name)), kind: textOf(kind), node },
        properties: new Properties(node, templates.get(node.name) ?? null),
      };
      this.byId.set(id, object);
      this.all.push(object);
    }
    this.connect(top.find(({ name }) => name === "Connections")?.children ?? []);
  }

  private connect(connections: readonly FbxNode[]): void {
    const add = (list: Map<FbxObject, FbxLink[]>, to: FbxObject, link: FbxLink) => {
      const known = list.get(to);
      if (known) known.push(link);
      else list.set(to, [link]);
    };
    for (const { name, values } of connections) {
      const [, from, to] = values;
      const [child, parent] = [isId(from) && this.byId.get(from), isId(to) && this.byId.get(to)];
      if (name !== "C" || !child || !parent) continue;
      const property = textOf(values[3]);
      add(this.below, parent, { object: child, property });
      add(this.above, child, { object: parent, property });
    }
  }

  ofType(type: string): FbxObject[] {
    return this.all.filter((object) => object.type === type);
  }

  /** The objects that are connected to an object, in the order of the file. */
  childrenOf(object: FbxObject): readonly FbxLink[] {
    return this.below.get(object) ?? [];
  }

  /** The objects to which an object is connected. */
  parentsOf(object: FbxObject): readonly FbxLink[] {
    return this.above.get(object) ?? [];
  }

  /** The children of a type, and of a kind if one is given. */
  childrenOfType(object: FbxObject, type: string, kind?: string): FbxObject[] {
    const links = this.childrenOf(object).filter(
      ({ object: child }) => child.type === type && (kind === undefined || child.kind === kind),
    );
    return [...new Set(links.map((link) => link.object))];
  }
}

/** The number in a header record, or `otherwise`. */
export const headerNumber = (top: readonly FbxNode[], path: readonly string[], otherwise: number): number => {
  let node = top.find(({ name }) => name === path[0]);
  for (const name of path.slice(1)) node = childOf(node, name);
  return numberOf(node?.values[0], otherwise);
};
