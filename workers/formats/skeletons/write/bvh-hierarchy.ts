import { skeletonOfRig } from "../../../model/skeleton/skeleton-of-rig";
import { type BvhContent, lengthText, writesPosition } from "./bvh-content";
import { offsetInFile, placeInFile } from "./turned-axes";

/** Deeper lines are not indented further, because the text would grow with the square of the depth. */
const MOST_INDENT = 24;

/** The joints at rest, with an end site for each bone without children. */
export function bvhHierarchy(content: BvhContent): string {
  const { rig, tracks, space, options, order, names } = content;
  const { parents } = tracks;
  const turns = Array.from(options.order, (axis) => `${axis}rotation`).join(" ");
  const tails = skeletonOfRig(rig).segments.map(({ tail }) => tail);
  const lines = ["HIERARCHY"];
  const open: number[] = [];
  const indent = (depth: number) => "\t".repeat(Math.min(MOST_INDENT, depth));
  const closeTo = (parent: number) => {
    while (open.length > 0 && open.at(-1) !== parent) {
      open.pop();
      lines.push(`${indent(open.length)}}`);
    }
  };
  order.forEach((j, n) => {
    const parent = parents[j];
    closeTo(parent);
    const { head } = rig.bones[j];
    const offset =
      parent < 0
        ? placeInFile(space, head)
        : offsetInFile(
            space,
            head.map((x, c) => x - rig.bones[parent].head[c]),
          );
    const [outside, inside] = [indent(open.length), indent(open.length + 1)];
    const channels = writesPosition(content, j) ? `6 Xposition Yposition Zposition ${turns}` : `3 ${turns}`;
    lines.push(`${outside}${parent < 0 ? "ROOT" : "JOINT"} ${names[j]}`, `${outside}{`);
    lines.push(`${inside}OFFSET ${offset.map(lengthText).join(" ")}`, `${inside}CHANNELS ${channels}`);
    open.push(j);
    if (parents[order[n + 1]] === j) return;
    const end = offsetInFile(
      space,
      tails[j].map((x, c) => x - head[c]),
    );
    lines.push(`${inside}End Site`, `${inside}{`, `${inside}\tOFFSET ${end.map(lengthText).join(" ")}`);
    lines.push(`${inside}}`);
  });
  closeTo(-1);
  return `${lines.join("\n")}\n`;
}
