/**
 * The shaders of a material: parameters for renderers, as one list for each shader or as a network of nodes.
 * Source: lib/Alembic/AbcMaterial of the reference implementation.
 */
import type { AlembicObject } from "../archive/archive";
import { POD } from "../archive/pods";
import type { Property } from "../archive/property";

/** A shader ("prman.surface") or a node of a network, with its parameters by name. */
export interface Shader {
  parameters: Map<string, Property>;
  /** Names of parameters whose values come from other nodes. */
  linked: Set<string>;
}

/** The shaders of a material, including those of the materials that it inherits from. */
export class Shaders {
  /** By "target.type". */
  private readonly plain = new Map<string, Shader>();
  private readonly nodes = new Map<string, Shader>();
  /** The name of the last node of a network, by "target.type". */
  private readonly terminals = new Map<string, string>();

  /** Adds the shaders in a compound of the schema Material. Later ones replace the parameters of earlier ones. */
  async add(object: AlembicObject, compound: Property): Promise<void> {
    const inside = await object.open(compound);
    for (const [name, property] of inside) {
      const shader = /^(.+)\.params$/.exec(name)?.[1];
      if (shader && property.header.kind === "compound")
        await fill(shaderOf(this.plain, shader), object, property);
    }
    const nodes = inside.get(".nodes");
    if (nodes?.header.kind === "compound") {
      for (const [name, node] of await object.open(nodes)) {
        if (node.header.kind === "compound") await this.addNode(object, name, node);
      }
    }
    const ends = await textsOf(inside.get(".terminals"));
    for (let n = 0; n + 1 < ends.length; n += 2) this.terminals.set(ends[n], ends[n + 1].split(".")[0]);
  }

  private async addNode(object: AlembicObject, name: string, node: Property): Promise<void> {
    const parts = await object.open(node);
    const shader = shaderOf(this.nodes, name);
    const parameters = parts.get("params");
    if (parameters?.header.kind === "compound") await fill(shader, object, parameters);
    const links = await textsOf(parts.get(".connections"));
    for (let n = 0; n < links.length; n += 2) shader.linked.add(links[n]);
  }

  /** The surface shaders. Those of networks come first. */
  surfaces(): Shader[] {
    const isSurface = (name: string) => name.endsWith(".surface");
    const ends = [...this.terminals].filter(([name]) => isSurface(name));
    return [
      ...ends.flatMap(([, node]) => this.nodes.get(node) ?? []),
      ...[...this.plain].filter(([name]) => isSurface(name)).map(([, shader]) => shader),
    ];
  }

  /** All shaders and nodes. */
  all(): Shader[] {
    return [...this.plain.values(), ...this.nodes.values()];
  }
}

function shaderOf(all: Map<string, Shader>, name: string): Shader {
  const known = all.get(name) ?? { parameters: new Map(), linked: new Set() };
  all.set(name, known);
  return known;
}

async function fill({ parameters }: Shader, object: AlembicObject, compound: Property): Promise<void> {
  for (const [name, property] of await object.open(compound)) parameters.set(name, property);
}

async function textsOf(property: Property | undefined): Promise<string[]> {
  if (!property || property.header.kind === "compound" || property.header.pod !== POD.string) return [];
  return property.sampleCount > 0 ? property.strings(0) : [];
}
