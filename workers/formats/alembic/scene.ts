import type { Task } from "../../model/task";
import type { AlembicObject, Archive } from "./archive/archive";
import { type AssignedMaterial, AssignedMaterials, objectsOn } from "./materials/assigned";
import { type AlembicMesh, openPolygonMesh } from "./polymesh";
import { readTransform, type Transform } from "./xform";

/** The deepest nesting of instances. Deeper nesting means a loop. */
const MAX_INSTANCE_DEPTH = 8;
const MAX_VISITS = 1_000_000;

/** The meshes of an archive, and notes about the parts that are skipped. */
export interface Scene {
  meshes: AlembicMesh[];
  /** Sentences about meshes that cannot be read. */
  missing: string[];
  /** Sentences about other skipped parts. */
  notes: string[];
  /** Sentences about the parts of the file that no export has. */
  lost: string[];
}

interface Walk {
  archive: Archive;
  materials: AssignedMaterials;
  task: Task;
  meshes: AlembicMesh[];
  /** The number of objects of each kind that is not read. */
  others: Map<string, number>;
  hidden: number;
  faceless: string[];
  lostInstances: number;
  visits: number;
}

/** Names for other geometry, by the prefix of the schema's name. */
const OTHER_KINDS: [prefix: string, one: string, many: string][] = [
  ["AbcGeom_Curve", "curve object", "curve objects"],
  ["AbcGeom_Points", "point cloud", "point clouds"],
  ["AbcGeom_NuPatch", "NURBS surface", "NURBS surfaces"],
  ["AbcGeom_Camera", "camera", "cameras"],
  ["AbcGeom_Light", "light", "lights"],
];

/** Finds every polygon and subdivision mesh of an archive with the transforms above it. */
export async function readAlembicScene(archive: Archive, task: Task): Promise<Scene> {
  const walk: Walk = {
    archive,
    materials: new AssignedMaterials(archive),
    task,
    meshes: [],
    others: new Map(),
    hidden: 0,
    faceless: [],
    lostInstances: 0,
    visits: 0,
  };
  for (const child of await archive.top.children()) await visit(walk, child, child.path, NO_ABOVE, 0);
  nameApart(walk.meshes);
  walk.materials.nameApart();
  return { meshes: walk.meshes, missing: missingOf(walk), notes: notesOf(walk), lost: lostOf(walk) };
}

/** The values that an object inherits from the objects above it. */
interface Above {
  transform: Transform | null;
  material: AssignedMaterial | null;
}

const NO_ABOVE: Above = { transform: null, material: null };

async function visit(
  walk: Walk,
  object: AlembicObject,
  path: string,
  above: Above,
  instanceDepth: number,
): Promise<void> {
  if (++walk.visits > MAX_VISITS)
    throw walk.archive.reader.damaged(`Its tree has more than ${MAX_VISITS} objects.`);
  walk.task.progress({ phase: "Opening", done: null, detail: object.name });
  await walk.task.checkpoint();
  if (object.metadata.get("isInstance") === "1") {
    const source = instanceDepth < MAX_INSTANCE_DEPTH ? await instanceSource(walk.archive, object) : null;
    if (source) await visit(walk, source, path, above, instanceDepth + 1);
    else walk.lostInstances++;
    return;
  }
  const schema = object.metadata.get("schema") ?? "";
  if (await isHidden(object)) walk.hidden++;
  let { transform } = above;
  const material = await walk.materials.of(object, above.material);
  if (schema.startsWith("AbcGeom_Xform")) {
    transform = await readTransform(object, transform);
  } else if (schema.startsWith("AbcGeom_PolyMesh") || schema.startsWith("AbcGeom_SubD")) {
    const mesh = await openPolygonMesh(object, path, { transform, material }, (set) =>
      walk.materials.of(set, null),
    );
    if (mesh) walk.meshes.push(mesh);
    else walk.faceless.push(object.name);
  } else {
    const kind = OTHER_KINDS.find(([prefix]) => schema.startsWith(prefix));
    if (kind) walk.others.set(kind[0], (walk.others.get(kind[0]) ?? 0) + 1);
  }
  for (const child of await object.children()) {
    await visit(walk, child, `${path}/${child.name}`, { transform, material }, instanceDepth);
  }
}

/** The source object of an instance, or null if the archive lacks it. */
async function instanceSource(archive: Archive, instance: AlembicObject): Promise<AlembicObject | null> {
  const property = (await instance.properties()).get(".instanceSource");
  const [path] = property && property.sampleCount > 0 ? await property.strings(0) : [];
  const chain = path ? await objectsOn(archive, path) : null;
  return chain?.at(-1) ?? null;
}

/** Whether an object is hidden at any time: -1 follows the parent, 0 is hidden, 1 is shown. */
async function isHidden(object: AlembicObject): Promise<boolean> {
  const visible = (await object.properties()).get("visible");
  if (!visible || visible.sampleCount === 0) return false;
  if (!visible.constant) return true;
  const [value] = await visible.numbers(0);
  return value === 0;
}

/** If several meshes have the same name, uses their paths as names. */
function nameApart(meshes: AlembicMesh[]): void {
  const count = new Map<string, number>();
  for (const mesh of meshes) count.set(mesh.name, (count.get(mesh.name) ?? 0) + 1);
  for (const mesh of meshes) {
    if ((count.get(mesh.name) ?? 0) > 1) mesh.name = mesh.path.replace(/^\//, "");
  }
}

/** The objects that are not read, with their numbers: "2 cameras". */
const othersOf = ({ others }: Walk): string[] =>
  OTHER_KINDS.flatMap(([prefix, one, many]) => {
    const n = others.get(prefix);
    return n ? [`${n} ${n === 1 ? one : many}`] : [];
  });

function lostOf(walk: Walk): string[] {
  const others = othersOf(walk);
  return [
    ...(others.length > 0 ? [`${others.join(", ")} of the source file.`] : []),
    ...(walk.hidden > 0 ? ["The visibility of objects: all are shown."] : []),
    ...walk.materials.lost(),
  ];
}

function missingOf({ faceless, lostInstances }: Walk): string[] {
  const missing: string[] = [];
  if (faceless.length > 0) missing.push(`Left out because they have no faces: ${faceless.join(", ")}.`);
  if (lostInstances > 0)
    missing.push(`${lostInstances} instances are left out: what they copy is not in the file.`);
  return missing;
}

function notesOf(walk: Walk): string[] {
  const notes: string[] = [];
  const others = othersOf(walk);
  if (others.length > 0) notes.push(`Only meshes are read; left out: ${others.join(", ")}.`);
  if (walk.hidden > 0)
    notes.push(`Visibility is not read: ${walk.hidden} hidden or blinking objects are shown.`);
  notes.push(...walk.materials.notes());
  return notes;
}
