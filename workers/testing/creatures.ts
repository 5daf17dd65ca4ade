/** Bodies of many shapes, whose bones are known by name: rows for `knownBody`, y up and z forward. */
import type { Point } from "../model/skeleton/skeleton";
import type { knownBody } from "./bodies";

type Row = Parameters<typeof knownBody>[0][number];

/** A chain of bones from one point to another: "spine", or "spine_01", "spine_02" … if there are several. */
function chain(stem: string, parent: string, from: Point, to: Point, count: number, side = ""): Row[] {
  const name = (n: number) => `${stem}${count > 1 ? `_${String(n + 1).padStart(2, "0")}` : ""}${side}`;
  const at = (t: number) => from.map((x, c) => x + t * (to[c] - x)) as Point;
  return Array.from(
    { length: count },
    (_, n): Row => [name(n), n > 0 ? name(n - 1) : parent, at(n / count), at((n + 1) / count)],
  );
}

const last = (rows: readonly Row[]): string => rows[rows.length - 1][0];

export interface Biped {
  spines: number;
  necks: number;
  clavicles: boolean;
  fingers: 0 | 1 | 3 | 5;
  toes: boolean;
  tail: number;
}

/** A person with arms that hang down by `drop`: 0 is a T pose, 1 nearly along the body. */
export function biped({ spines, necks, clavicles, fingers, toes, tail }: Biped, drop: number): Row[] {
  const spine = chain("spine", "pelvis", [0, 1.08, 0], [0, 1.32, 0], spines);
  const neck = chain("neck", "chest", [0, 1.5, 0], [0, 1.6, 0.02], necks);
  const angle = 1.2 * drop;
  const arm = (t: number): Point => [0.16 + t * Math.cos(angle), 1.46 - t * Math.sin(angle), 0];
  const beyond = (p: Point, x: number, z: number): Point => [
    p[0] + x * Math.cos(angle),
    p[1] - x * Math.sin(angle),
    p[2] + z,
  ];
  const wrist = arm(0.54);
  const FINGERS = ["thumb", "index", "middle", "ring", "pinky"];
  const digit = (n: number): Row[] => {
    if (n === 0)
      return chain("thumb", "hand_L", beyond(wrist, 0.02, 0.03), beyond(wrist, 0.07, 0.08), 3, "_L");
    const z = 0.05 - 0.022 * n;
    const reach = [0, 0.08, 0.09, 0.08, 0.065][n];
    return chain(FINGERS[n], "hand_L", beyond(wrist, 0.09, z), beyond(wrist, 0.09 + reach, z), 3, "_L");
  };
  return [
    ["pelvis", "", [0, 1, 0], [0, 1.08, 0]],
    ...spine,
    ["chest", last(spine), [0, 1.32, 0], [0, 1.5, 0]],
    ...neck,
    ["head", last(neck), [0, 1.6, 0.02], [0, 1.85, 0.04]],
    ...(clavicles ? ([["clavicle_L", "chest", [0.03, 1.46, 0], [0.16, 1.46, 0]]] as Row[]) : []),
    ["upperarm_L", clavicles ? "clavicle_L" : "chest", arm(0), arm(0.28)],
    ["forearm_L", "upperarm_L", arm(0.28), wrist],
    ["hand_L", "forearm_L", wrist, beyond(wrist, 0.09, 0)],
    ...(fingers === 1
      ? chain("fingers", "hand_L", beyond(wrist, 0.09, 0), beyond(wrist, 0.18, 0), 2, "_L")
      : [0, 1, 2, 3, 4].slice(0, fingers).flatMap(digit)),
    ["thigh_L", "pelvis", [0.1, 0.95, 0], [0.1, 0.5, 0.01]],
    ["shin_L", "thigh_L", [0.1, 0.5, 0.01], [0.1, 0.08, 0]],
    ["foot_L", "shin_L", [0.1, 0.08, 0], [0.1, 0.02, 0.14]],
    ...(toes ? ([["toe_L", "foot_L", [0.1, 0.02, 0.14], [0.1, 0.01, 0.2]]] as Row[]) : []),
    ...(tail > 0 ? chain("tail", "pelvis", [0, 0.98, -0.08], [0, 0.7, -0.5], tail) : []),
  ];
}

export interface Quadruped {
  spines: number;
  necks: number;
  tail: number;
  ears: boolean;
  jaw: boolean;
  /** Bones of the hind and the front legs. */
  hind: 3 | 4;
  front: 3 | 4;
}

export function quadruped({ spines, necks, tail, ears, jaw, hind, front }: Quadruped): Row[] {
  const spine = chain("spine", "pelvis", [0, 1.02, -0.3], [0, 1.01, 0.2], spines);
  const neck = chain("neck", "chest", [0, 1.08, 0.45], [0, 1.4, 0.7], necks);
  const back: Row[] = [
    ["thigh_L", "pelvis", [0.12, 0.95, -0.5], [0.12, 0.62, -0.42]],
    ["shin_L", "thigh_L", [0.12, 0.62, -0.42], [0.12, 0.35, -0.6]],
    ...(hind === 4
      ? ([
          ["hock_L", "shin_L", [0.12, 0.35, -0.6], [0.12, 0.07, -0.56]],
          ["foot_L", "hock_L", [0.12, 0.07, -0.56], [0.12, 0.01, -0.44]],
        ] as Row[])
      : ([["foot_L", "shin_L", [0.12, 0.35, -0.6], [0.12, 0.01, -0.5]]] as Row[])),
  ];
  const fore: Row[] = [
    ["upperarm_L", "chest", [0.12, 0.95, 0.3], [0.12, 0.65, 0.22]],
    ["forearm_L", "upperarm_L", [0.12, 0.65, 0.22], [0.12, 0.3, 0.28]],
    ["paw_L", "forearm_L", [0.12, 0.3, 0.28], [0.12, 0.04, 0.3]],
    ...(front === 4 ? ([["toe_L", "paw_L", [0.12, 0.04, 0.3], [0.12, 0.01, 0.38]]] as Row[]) : []),
  ];
  return [
    ["pelvis", "", [0, 1, -0.5], [0, 1.02, -0.3]],
    ...spine,
    ["chest", last(spine), [0, 1.01, 0.2], [0, 1.08, 0.45]],
    ...neck,
    ["head", last(neck), [0, 1.4, 0.7], [0, 1.42, 0.9]],
    ...(ears ? ([["ear_L", "head", [0.06, 1.48, 0.72], [0.1, 1.62, 0.7]]] as Row[]) : []),
    ...(jaw
      ? ([
          ["snout", "head", [0, 1.42, 0.9], [0, 1.38, 1.1]],
          ["jaw", "head", [0, 1.34, 0.8], [0, 1.27, 1.02]],
        ] as Row[])
      : []),
    ...(tail > 0 ? chain("tail", "pelvis", [0, 1.02, -0.55], [0, 0.85, -1], tail) : []),
    ...fore,
    ...back,
  ];
}

/** A bird with folded or spread wings; `wings` bones in each. */
export function bird({ necks, tail, wings }: { necks: number; tail: number; wings: 2 | 3 }): Row[] {
  const neck = chain("neck", "chest", [0, 0.75, 0.2], [0, 1, 0.35], necks);
  const WING = ["upperarm", "forearm", "hand"].slice(0, wings);
  return [
    ["pelvis", "", [0, 0.6, -0.15], [0, 0.62, 0]],
    ["chest", "pelvis", [0, 0.62, 0], [0, 0.75, 0.2]],
    ...neck,
    ["head", last(neck), [0, 1, 0.35], [0, 1.05, 0.5]],
    ...chain("tail", "pelvis", [0, 0.6, -0.2], [0, 0.58, -0.6], tail),
    ...WING.map(
      (stem, n): Row => [
        `${stem}_L`,
        n > 0 ? `${WING[n - 1]}_L` : "chest",
        [0.1 + 0.3 * n, 0.72, 0.05 - 0.03 * n],
        [0.4 + 0.3 * n, 0.72, 0.02 - 0.03 * n],
      ],
    ),
    ["thigh_L", "pelvis", [0.08, 0.55, -0.08], [0.08, 0.35, 0]],
    ["shin_L", "thigh_L", [0.08, 0.35, 0], [0.08, 0.1, -0.1]],
    ["foot_L", "shin_L", [0.08, 0.1, -0.1], [0.08, 0.02, 0.02]],
  ];
}

/** An insect or a spider: `pairs` pairs of legs, each with several bones. */
export function crawler({ pairs, bones }: { pairs: number; bones: number }): Row[] {
  return [
    ["pelvis", "", [0, 0.5, -0.2], [0, 0.5, 0.1]],
    ["head", "pelvis", [0, 0.5, 0.1], [0, 0.58, 0.35]],
    ...Array.from({ length: pairs }, (_, n): Row[] => {
      const z = 0.15 - (0.4 * n) / (pairs - 1);
      const knee: Point = [0.4, 0.75, 2 * z];
      const [up, down] = [Math.ceil(bones / 2), Math.floor(bones / 2)];
      const leg = `leg${n + 1}`;
      const at = (t: number): Point =>
        t < up
          ? [0.1 + (t / up) * 0.3, 0.5 + (t / up) * 0.25, z + (t / up) * z]
          : [0.4 + ((t - up) / down) * 0.3, 0.75 * (1 - (t - up) / down), knee[2] + ((t - up) / down) * z];
      const name = (k: number) => `${leg}_${String(k + 1).padStart(2, "0")}_L`;
      return Array.from(
        { length: bones },
        (_b, k): Row => [name(k), k > 0 ? name(k - 1) : "pelvis", at(k), at(k + 1)],
      );
    }).flat(),
  ];
}

/** A snake along z, its head raised. */
export function snake(bones: number): Row[] {
  const rows = chain("spine", "", [0, 0.1, -1], [0, 0.1, 1], bones);
  const [name, parent, head] = rows[bones - 1];
  rows[bones - 1] = [name, parent, head, [0, 0.3, 1.05]];
  return rows;
}

/** A fish: a spine that ends in a tail fin, a head in front of it, and a pair of fins behind the head. */
export function fish(bones: number): Row[] {
  const name = (n: number) => `spine_${String(bones - n).padStart(2, "0")}`;
  const at = (t: number): Point => [0, 0.5, 0.5 - t / bones];
  return [
    ["head", "", [0, 0.5, 0.5], [0, 0.56, 0.9]],
    ...Array.from(
      { length: bones },
      (_, n): Row => [name(n), n > 0 ? name(n - 1) : "head", at(n), at(n + 1)],
    ),
    ["fin_L", name(0), [0.12, 0.47, 0.35], [0.4, 0.44, 0.2]],
  ];
}
