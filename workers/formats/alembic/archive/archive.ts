import type { SourceFile } from "../../source/source";
import type { BlockReader } from "./block-reader";
import {
  type Metadata,
  parseIndexedMetadata,
  parseMetadata,
  parseObjectHeaders,
  parsePropertyHeaders,
  parseTimeSamplings,
} from "./headers";
import { type Group, openOgawa } from "./ogawa";
import { Property } from "./property";
import type { TimeSampling } from "./time-sampling";

/** Real scenes never nest this deep. Deeper nesting means a loop in a damaged file. */
const MAX_DEPTH = 200;
const MAX_OBJECTS = 1_000_000;

/**
 * An opened Alembic archive: its objects and their properties, each read on demand.
 *
 * The root group holds: format version, library version, the top object's group, metadata, time samplings, indexed
 * metadata. An object's group holds its properties' group, its children's groups, and last their headers.
 *
 * Source: lib/Alembic/AbcCoreOgawa of the reference implementation.
 */
export interface Archive {
  reader: BlockReader;
  metadata: Metadata;
  samplings: TimeSampling[];
  top: AlembicObject;
}

/** Data that all objects of an archive share. */
interface Context {
  reader: BlockReader;
  indexed: Metadata[];
  samplings: TimeSampling[];
  /** Groups of objects seen so far. An object in two places means damage. */
  seen: Set<number>;
}

/**
 * Opens an archive.
 * @throws SinewError if it is not an archive, is truncated, or has the HDF5 layout.
 */
export async function openArchive(file: SourceFile): Promise<Archive> {
  const { reader, root } = await openOgawa(file);
  if (root.count < 6) throw reader.damaged(`Its root has ${root.count} entries instead of 6.`);
  const samplings = parseTimeSamplings(await root.bytes(4), reader);
  const indexed = parseIndexedMetadata(await root.bytes(5), reader);
  const metadata = parseMetadata(new TextDecoder().decode((await root.bytes(3)).slice()));
  const context: Context = { reader, indexed, samplings, seen: new Set() };
  const top = new AlembicObject(context, "", "", metadata, 0, await root.group(2));
  return { reader, metadata, samplings, top };
}

export class AlembicObject {
  readonly name: string;
  /** "/body/bodyShape"; empty for the top object. */
  readonly path: string;
  readonly metadata: Metadata;
  private readonly depth: number;
  private readonly group: Group;
  private readonly context: Context;
  private kept: AlembicObject[] | null = null;
  private byName: Map<string, AlembicObject> | null = null;

  constructor(context: Context, name: string, path: string, metadata: Metadata, depth: number, group: Group) {
    this.context = context;
    this.name = name;
    this.path = path;
    this.metadata = metadata;
    this.depth = depth;
    this.group = group;
  }

  /** The children in the archive's order. */
  async children(): Promise<AlembicObject[]> {
    this.kept ??= await this.readChildren();
    return this.kept;
  }

  /** The first child of this name, or null. */
  async child(name: string): Promise<AlembicObject | null> {
    this.byName ??= new Map((await this.children()).toReversed().map((child) => [child.name, child]));
    return this.byName.get(name) ?? null;
  }

  /** The properties by name; empty if there are none. */
  async properties(): Promise<Map<string, Property>> {
    if (this.group.count === 0 || (await this.group.isData(0))) return new Map();
    return readCompound(this.context, await this.group.group(0), this.path);
  }

  /** The properties of the compound property `name`, or null if there is none. */
  async compound(name: string): Promise<Map<string, Property> | null> {
    const property = (await this.properties()).get(name);
    return property?.header.kind === "compound" ? this.open(property) : null;
  }

  /** The properties of a compound property. */
  async open(compound: Property): Promise<Map<string, Property>> {
    return readCompound(this.context, compound.group, compound.path);
  }

  private async readChildren(): Promise<AlembicObject[]> {
    const { reader, indexed, seen } = this.context;
    const last = this.group.count - 1;
    if (last < 0 || !(await this.group.isData(last))) return [];
    const headers = parseObjectHeaders(await this.group.bytes(last), indexed, reader);
    if (headers.length > 0 && this.depth >= MAX_DEPTH) {
      throw reader.damaged(`Its objects nest more than ${MAX_DEPTH} deep.`);
    }
    const children: AlembicObject[] = [];
    for (const [i, { name, metadata }] of headers.entries()) {
      const group = await this.group.group(i + 1);
      if (group.position !== 0 && seen.has(group.position)) {
        throw reader.damaged(`Its object ${this.path}/${name} is also somewhere else in the tree.`);
      }
      seen.add(group.position);
      if (seen.size > MAX_OBJECTS) throw reader.damaged(`Its tree has more than ${MAX_OBJECTS} objects.`);
      const path = `${this.path}/${name}`;
      children.push(new AlembicObject(this.context, name, path, metadata, this.depth + 1, group));
    }
    return children;
  }
}

async function readCompound(context: Context, group: Group, path: string): Promise<Map<string, Property>> {
  const { reader, indexed, samplings } = context;
  const properties = new Map<string, Property>();
  const last = group.count - 1;
  if (last < 0 || !(await group.isData(last))) return properties;
  const headers = parsePropertyHeaders(await group.bytes(last), indexed, reader);
  for (const [i, header] of headers.entries()) {
    const sampling = samplings[header.samplingIndex];
    if (header.kind !== "compound" && !sampling) {
      throw reader.damaged(
        `${path}/${header.name} has time sampling ${header.samplingIndex}, but there are ${samplings.length}.`,
      );
    }
    const own = `${path}/${header.name}`;
    properties.set(header.name, new Property(reader, header, own, sampling, await group.group(i)));
  }
  return properties;
}
