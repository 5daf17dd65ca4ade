import type { BoneTracks } from "../../../export/bones/bone-tracks";
import type { FileSpace } from "../../../export/file-space";
import { UniqueNames } from "../../../export/unique-names";
import type { BvhExportOptions } from "../../../model/files/export/skeleton-export";
import type { Rig } from "../../../model/rig/rig";

/** The content of a BVH to write. */
export interface BvhContent {
  /** A rig with rigid bones. */
  rig: Rig;
  tracks: BoneTracks;
  space: FileSpace;
  options: BvhExportOptions;
  /** The bones in the order of the file. */
  order: number[];
  names: string[];
}

/** Whether a joint has position channels. */
export const writesPosition = ({ tracks: { parents, attached } }: BvhContent, j: number) =>
  parents[j] < 0 || !attached[j];

const DEGREES = 180 / Math.PI;
export const lengthText = (x: number): string => String(Number(x.toPrecision(9)));
export const angleText = (radians: number): string => String(Number((radians * DEGREES).toFixed(6)));

/** The bones in the order of the file: tree by tree from the root, each bone followed by its children. */
export function fileOrder(parents: Int32Array): number[] {
  const children: number[][] = Array.from(parents, () => []);
  parents.forEach((parent, j) => {
    if (parent >= 0) children[parent].push(j);
  });
  const order: number[] = [];
  const open = [...parents.keys()].filter((j) => parents[j] < 0).reverse();
  for (let j = open.pop(); j !== undefined; j = open.pop()) {
    order.push(j);
    for (const child of children[j].reverse()) open.push(child);
  }
  return order;
}

/** A unique name for each bone, without blanks and braces, because readers split lines there. */
export function fileNames({ bones }: Rig): string[] {
  const names = new UniqueNames();
  return bones.map(({ name }, j) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold any character.
    const plain = name.replace(/[\s{}\u0000-\u001f\u007f]+/g, "_");
    return names.take(plain || `bone_${j + 1}`);
  });
}
