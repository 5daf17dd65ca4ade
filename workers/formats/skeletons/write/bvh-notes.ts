import type { Clip } from "../../../model/mesh/mesh-sequence";
import { howMany } from "../../../model/reports/figures";
import type { Rig } from "../../../model/rig/rig";
import type { BvhContent } from "./bvh-content";

/** Sentences about what the file cannot hold, and about what is special in it. */
export function bvhNotes(given: Rig, { rig, tracks, names, order }: BvhContent, clips: Clip[]): string[] {
  const notes: string[] = [];
  const roots = order.filter((j) => tracks.parents[j] < 0);
  if (roots.length > 1) {
    const some = roots.slice(0, 5).map((j) => names[j]);
    const list = some.join(", ") + (roots.length > some.length ? " …" : "");
    notes.push(
      `The skeleton has ${roots.length} roots (${list}), and the file has a ROOT for each. Programs that read one ROOT show only the first, or refuse the file.`,
    );
  }
  const sliding = rig.bones.filter((_, j) => tracks.parents[j] >= 0 && !tracks.attached[j]).length;
  if (sliding > 0) {
    notes.push(
      `${sliding} of ${howMany(rig.bones.length, "bone")} ${sliding === 1 ? "moves relative to its parent and has" : "move relative to their parents and have"} position channels. Make the skeleton strict for programs that read only rotations.`,
    );
  }
  if (given.boneKind === "affine") {
    notes.push("A BVH holds no scale or shear: each bone is written with its nearest rotation.");
  }
  const renamed = rig.bones.flatMap(({ name }, j) => (name === names[j] ? [] : [`“${name}” is ${names[j]}`]));
  if (renamed.length > 0) {
    notes.push(
      `Renamed, because names in a BVH have no blanks or braces: ${renamed.slice(0, 5).join(", ")}${renamed.length > 5 ? " …" : ""}.`,
    );
  }
  if (clips.length > 1) {
    let at = 1;
    const list = clips.map(({ name, first, last }) => {
      const from = at;
      at += last - first + 1;
      return `${name} ${from}–${at - 1}`;
    });
    notes.push(`The clips follow each other in the file: ${list.join(", ")}.`);
  }
  return notes;
}
