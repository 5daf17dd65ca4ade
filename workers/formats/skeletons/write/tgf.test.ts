import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tgfExportDefaults } from "../../../model/files/export/skeleton-export";
import { DEFAULT_LIMITS, type Point, type Segment, type Skeleton } from "../../../model/skeleton/skeleton";
import { skeletonOfRig } from "../../../model/skeleton/skeleton-of-rig";
import { numbersBetween } from "../../../testing/numbers-between";
import { strictCloth } from "../../../testing/strict-rigs";
import { bytesFile } from "../../source/source-file";
import { readTgf } from "../tgf";
import { writeTgf } from "./tgf";

const { sequence } = strictCloth({ frames: 1, size: 3 });

const point = fc.tuple(...[0, 1, 2].map(() => numbersBetween(-1e6, 1e6))) as fc.Arbitrary<Point>;

/** Trees of bones. Children begin at their parent's end, at its head, or elsewhere. */
const skeletons: fc.Arbitrary<Skeleton> = fc
  .array(
    fc.record({ up: fc.nat(), where: fc.constantFrom("end", "head", "apart"), head: point, tail: point }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((rows) => {
    const segments: Segment[] = [];
    rows.forEach(({ up, where, head, tail }, s) => {
      const parent = (up % (s + 1)) - 1;
      const above = segments[parent];
      const begin = !above || where === "apart" ? head : where === "end" ? above.tail : above.head;
      segments.push({
        name: `b${s}`,
        parent,
        kind: "rigid",
        head: begin,
        tail,
        limits: { ...DEFAULT_LIMITS },
      });
    });
    return { version: 1, segments };
  });

/** The bones of the file as in `skeleton`: first its own bones, with the parents that they have without links. */
async function readBack(skeleton: Skeleton) {
  const { bytes, notes } = writeTgf(sequence, skeleton, tgfExportDefaults(sequence));
  const read = await readTgf(bytesFile("back.tgf", bytes));
  const count = skeleton.segments.length;
  const number = [...read.fileOrder!];
  const own = (s: number): number => (s < 0 || number[s] < count ? s : own(read.skeleton.segments[s].parent));
  const bones = new Map<number, { parent: number; head: Point; tail: Point }>();
  read.skeleton.segments.forEach(({ parent, head, tail }, s) => {
    if (number[s] >= count) return;
    const above = own(parent);
    bones.set(number[s], { parent: above < 0 ? -1 : number[above], head, tail });
  });
  return { bones, links: number.length - count, notes, readNotes: read.notes };
}

describe("writeTgf", () => {
  it("is read back with the same bones, ends and parents, bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(skeletons, async (skeleton) => {
        const { bones, links } = await readBack(skeleton);
        skeleton.segments.forEach(({ parent, head, tail }, s) => {
          const plain = (p: Point) => p.map((x) => x + 0);
          expect(bones.get(s)).toEqual({ parent, head: plain(head), tail: plain(tail) });
        });
        const apart = skeleton.segments.filter(
          ({ parent, head }) => parent >= 0 && head.some((x, c) => x !== skeleton.segments[parent].tail[c]),
        );
        expect(links).toBe(apart.length);
      }),
      { seed: 3 },
    );
  });

  it("holds the skeleton of a rig, and notes what a .tgf lacks", async () => {
    const { rig } = strictCloth({ bones: 12, frames: 2 });
    const skeleton = skeletonOfRig(rig);
    const { bones, links, notes, readNotes } = await readBack(skeleton);
    expect([...bones.values()].filter(({ parent }) => parent < 0)).toHaveLength(1);
    expect(notes).toEqual([
      "A .tgf has no names: the bones are numbered in their order.",
      `${links} more bones lead from the end of a bone to a child that begins elsewhere; they move nothing.`,
    ]);
    expect(readNotes.filter((note) => note.includes("left out"))).toEqual([]);
  });

  it("is placed as in the mesh's own file", async () => {
    const moved = { ...sequence, upAxis: "z" as const, origin: [10, 20, 30] as Point, metresPerUnit: 0.01 };
    const skeleton: Skeleton = {
      version: 1,
      segments: [
        {
          name: "a",
          parent: -1,
          kind: "rigid",
          head: [1, 2, 3],
          tail: [1, 2, 4],
          limits: { ...DEFAULT_LIMITS },
        },
      ],
    };
    const textOf = (options: Parameters<typeof writeTgf>[2]) =>
      new TextDecoder().decode(writeTgf(moved, skeleton, options).bytes);
    expect(textOf(tgfExportDefaults(moved))).toBe("1 11 22 33\n2 11 22 34\n#\n1 2 1 0 0\n#\n");
    const [x, y, z] = textOf({ upAxis: "y", unit: "m" }).split("\n")[1].split(" ").slice(1).map(Number);
    expect([x, y, z].map((value) => Math.round(1e6 * value) / 1e6)).toEqual([0.11, 0.34, -0.22]);
  });
});
