import { SinewError } from "../../model/errors";
import { checkBoneCount } from "../assemble/check-raw";
import type { FbxConnection, FbxOutline } from "./outline";

/** Three's reader and scene traverse a hierarchy by recursion, and a deeper one overflows a thread's stack. */
const MOST_DEPTH = 2000;
/** The most keys that three adds between keys that turn by 180° and more. */
const MOST_ADDED_KEYS = 1e6;
/** The most steps of three's quadratic searches: a few seconds. */
const MOST_STEPS = 4e9;
/** The most corners of one polygon, and of one mesh, that three's lists can hold. */
const MOST_POLYGON = 20_000;
const MOST_CORNERS = 1e7;

type Refuse = (title: string, body: string) => never;

/** Connections grouped by their source. */
function groupedBy(
  connections: readonly FbxConnection[],
  key: "child" | "parent",
): Map<number, FbxConnection[]> {
  const found = new Map<number, FbxConnection[]>();
  for (const connection of connections) {
    const known = found.get(connection[key]);
    if (known) known.push(connection);
    else found.set(connection[key], [connection]);
  }
  return found;
}

/** Checks that models form trees without cycles, and not too deep. */
function checkTree({ objects, connections }: FbxOutline, refuse: Refuse): void {
  const models = new Map(
    objects.flatMap(({ type, id, name }) => (type === "Model" ? [[id, name]] : [])) as [number, string][],
  );
  const parent = new Map<number, number>();
  for (const { child, parent: above } of connections) {
    if (models.has(child) && models.has(above)) parent.set(child, above);
  }
  const depth = new Map<number, number>();
  for (const id of models.keys()) {
    const chain: number[] = [];
    const inChain = new Set<number>();
    let at: number | undefined = id;
    for (; at !== undefined && !depth.has(at); at = parent.get(at)) {
      if (inChain.has(at)) {
        refuse("is damaged", `"${models.get(at)}" is its own ancestor. Export it again, or as GLB.`);
      }
      chain.push(at);
      inChain.add(at);
    }
    let level = at === undefined ? 0 : (depth.get(at) ?? 0);
    for (const n of chain.reverse()) depth.set(n, ++level);
    if (level > MOST_DEPTH) {
      refuse(
        "has joints that nest too deep",
        `A chain in it has more than ${MOST_DEPTH}; Sinew reads no deeper FBX. Export it as GLB.`,
      );
    }
  }
}

/** Checks that no skin has more bones than 16 bits can count. */
function checkSkins({ objects, connections }: FbxOutline, name: string): void {
  const skins = new Set(objects.filter(({ kind }) => kind === "Skin").map(({ id }) => id));
  const clusters = new Map<number, number>();
  for (const { parent } of connections) {
    if (skins.has(parent)) clusters.set(parent, (clusters.get(parent) ?? 0) + 1);
  }
  for (const count of clusters.values()) checkBoneCount(name, count);
}

function checkFaces({ faces }: FbxOutline, refuse: Refuse): void {
  for (const { corners, largest } of faces) {
    if (largest > MOST_POLYGON) {
      refuse(
        "has a polygon that is too large",
        `It has ${largest} corners. Sinew reads at most ${MOST_POLYGON}: cut the polygon into smaller ones.`,
      );
    }
    if (corners > MOST_CORNERS) {
      refuse(
        "has a mesh that is too large",
        `Its polygons have ${corners} corners; of an FBX Sinew reads ${MOST_CORNERS}. Export it as GLB or Alembic.`,
      );
    }
  }
}

/** Steps of three's searches for the bones of skins, and for the target of each curve. */
function sceneSteps({ objects, connections }: FbxOutline): number {
  const kinds = new Map(objects.map(({ id, type, kind }) => [id, kind === "Cluster" ? kind : type]));
  const count = (kind: string) => [...kinds.values()].filter((other) => other === kind).length;
  const bones = connections.filter(({ child }) => kinds.get(child) === "Model").length;
  return bones * count("Cluster") + count("AnimationCurveNode") * count("Model");
}

/**
 * Steps of three's searches in the keys of each node: one by one if they move or scale, and if the axes of a rotation
 * have different keys.
 */
function curveSteps({ objects, connections, curves }: FbxOutline): number {
  const byParent = groupedBy(connections, "parent");
  const byChild = groupedBy(connections, "child");
  let steps = 0;
  for (const { type, id, name } of objects) {
    if (type !== "AnimationCurveNode") continue;
    const own = (byParent.get(id) ?? []).flatMap(({ child }) => curves.get(child) ?? []);
    const keys = own.reduce((sum, curve) => sum + curve.keys, 0);
    const most = own.reduce((top, curve) => Math.max(top, curve.keys), 0);
    const isAlike = own.every((curve) => curve.keys === most);
    const uses = Math.max(1, (byChild.get(id)?.length ?? 0) - 1);
    if (!(isTurn(name) && isAlike)) steps += (uses * (isAlike ? most : keys) * keys) / 2;
  }
  return steps;
}

const isTurn = (name: string) => name !== "T" && name !== "S" && name !== "DeformPercent";

/**
 * Three cuts rotations of more than half a turn into halves. All curves count unless they are known to be something
 * else.
 */
function checkTurns({ objects, connections, curves }: FbxOutline, refuse: Refuse): void {
  const others = new Set(
    objects.filter(({ type, name }) => type === "AnimationCurveNode" && !isTurn(name)).map(({ id }) => id),
  );
  const parent = new Map(connections.toReversed().map(({ child, parent: above }) => [child, above]));
  let degrees = 0;
  for (const [id, { turned }] of curves) if (!others.has(parent.get(id) ?? Number.NaN)) degrees += turned;
  if (degrees <= 180 * MOST_ADDED_KEYS) return;
  const turns = Number.isFinite(degrees) ? `${Math.round(degrees / 360)} whole turns` : "endless turns";
  refuse(
    "has a rotation that turns too far",
    `Its keys make ${turns} in all; Sinew reads ${MOST_ADDED_KEYS / 2}. Check its rotation curves, or export its animation baked, as GLB.`,
  );
}

/**
 * Refuses files that take three's reader too long, or that it never finishes.
 * @throws SinewError
 */
export function checkOutline(outline: FbxOutline, name: string): void {
  const refuse: Refuse = (title, body) => {
    throw new SinewError({ title: `${name} ${title}`, body });
  };
  checkTree(outline, refuse);
  checkSkins(outline, name);
  checkFaces(outline, refuse);
  checkTurns(outline, refuse);
  const steps = curveSteps(outline) + sceneSteps(outline);
  if (steps <= MOST_STEPS) return;
  refuse(
    "has too much animation for an FBX",
    "So many bones and keys would take minutes to read. Export it as GLB, with fewer keys, or in shorter clips.",
  );
}
