import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceFile } from "../source/source";
import { bytesFile, readAll } from "../source/source-file";
import { crc32 } from "./crc32";
import { openZip } from "./zip";
import { readDirectory } from "./zip-directory";

/** The little-endian bytes of numbers, each with its size in bytes. */
const little = (...numbers: [value: number, size: number][]) =>
  numbers.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, n) => Math.floor(value / 256 ** n) % 256),
  );
const text = (words: string) => [...new TextEncoder().encode(words)];

type Field = "size" | "packed" | "offset";
const FIELDS: readonly Field[] = ["size", "packed", "offset"];
const UNKNOWN = 0xffffffff;

interface Stored {
  name: string;
  data: number[];
  /** Fields that have 64 bits in the extra field. */
  wide?: Field[];
  /** The bytes of another program's extra field before that one. */
  other?: number;
  comment?: string;
  /** Wrong values in the table of contents. */
  claim?: Partial<Record<Field | "method" | "flags", number>>;
}

/** A zip by its specification, with stored entries. */
function pack(entries: Stored[], { comment = "", end64 = false, between = 0 } = {}): Uint8Array {
  const body: number[] = [];
  const contents: number[] = [];
  for (const { name, data, wide = [], other, comment: own = "", claim = {} } of entries) {
    const truth = { size: data.length, packed: data.length, offset: body.length, ...claim };
    const crc = crc32(Uint8Array.from(data));
    const method = claim.method ?? 0;
    body.push(...little([0x04034b50, 4], [20, 2], [0, 2], [method, 2], [0, 4], [crc, 4]));
    body.push(...little([data.length, 4], [data.length, 4], [name.length, 2], [3, 2]));
    body.push(...text(name), 1, 2, 3, ...data, ...new Array<number>(between).fill(9));
    const narrow = (field: Field): [number, number] => [wide.includes(field) ? UNKNOWN : truth[field], 4];
    const asked = FIELDS.filter((field) => wide.includes(field));
    const extra = [
      ...(other === undefined ? [] : [...little([7, 2], [other, 2]), ...new Array<number>(other).fill(1)]),
      ...(asked.length > 0 ? little([1, 2], [8 * asked.length, 2]) : []),
      ...asked.flatMap((field) => little([truth[field], 8])),
    ];
    contents.push(...little([0x02014b50, 4], [20, 2], [20, 2], [claim.flags ?? 0, 2], [method, 2], [0, 4]));
    contents.push(...little([crc, 4], narrow("packed"), narrow("size"), [name.length, 2], [extra.length, 2]));
    contents.push(...little([own.length, 2], [0, 2], [0, 2], [0, 4], narrow("offset")));
    contents.push(...text(name), ...extra, ...text(own));
  }
  const place = body.length;
  const end64At = place + contents.length;
  const wide: number[] = [];
  if (end64) {
    wide.push(...little([0x06064b50, 4], [44, 8], [45, 2], [45, 2], [0, 8]));
    wide.push(...little([entries.length, 8], [entries.length, 8], [contents.length, 8], [place, 8]));
    wide.push(...little([0x07064b50, 4], [0, 4], [end64At, 8], [1, 4]));
  }
  const count = end64 ? 0xffff : entries.length;
  return Uint8Array.from([
    ...[...body, ...contents, ...wide],
    ...little([0x06054b50, 4], [0, 4], [count, 2], [count, 2]),
    ...little([end64 ? UNKNOWN : contents.length, 4], [end64 ? UNKNOWN : place, 4], [comment.length, 2]),
    ...text(comment),
  ]);
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "read",
    (error) => error.message,
  );

describe("a zip by its specification", () => {
  it("has the same files for any choice of 64-bit numbers, with any comments and extra fields", async () => {
    const entry = fc.record({
      data: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }),
      wide: fc.subarray([...FIELDS]),
      other: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      comment: fc.constantFrom("", "own"),
    });
    const entries = fc.array(entry, { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom("", "words"), fc.boolean(), async (some, comment, end64) => {
        const named = some.map((one, n) => ({ ...one, name: `${n}.obj` }));
        const { files } = await openZip(bytesFile("drop.zip", pack(named, { comment, end64 })));
        const found = await Promise.all(
          files.map(async (file) => [file.name, file.size, [...(await readAll(file))]]),
        );
        expect(found).toEqual(named.map(({ name, data }) => [name, data.length, data]));
      }),
    );
  });

  it("is found before the longest possible comment", async () => {
    for (const length of [65_535, 65_536]) {
      const bytes = pack([{ name: "a.obj", data: [1] }], { comment: "x".repeat(length) });
      const found = await refusal(openZip(bytesFile("drop.zip", bytes)));
      expect(found).toContain(length > 65_535 ? "no table of contents" : "read");
    }
  });

  it("may have its entries side by side, but not overlapping", async () => {
    const named = (offset: number) => [
      { name: "a", data: [1, 2, 3] },
      { name: "b", data: [4, 5], claim: { offset } },
    ];
    const directory = (offset: number) => refusal(readDirectory(bytesFile("drop.zip", pack(named(offset)))));
    // The first has a header of 30 bytes and 3 bytes of data, and no entry begins before they end.
    expect(await directory(33)).toBe("read");
    expect(await directory(32)).toContain("a and b lie in it at the same place");
    // An entry without data cannot overlap.
    const empty = pack([
      { name: "a", data: [1, 2, 3] },
      { name: "b", data: [], claim: { offset: 0 } },
    ]);
    expect(await refusal(readDirectory(bytesFile("drop.zip", empty)))).toBe("read");
  });

  it("may declare as much as deflate can unpack, and 16 GB in total", async () => {
    const promise = async (...claims: Stored["claim"][]) =>
      refusal(
        readDirectory(
          bytesFile(
            "drop.zip",
            pack(claims.map((claim, n) => ({ name: `${n}`, data: [1], wide: ["size"], claim }))),
          ),
        ),
      );
    expect(await promise({ method: 8, size: 2 * 1040 })).toBe("read");
    expect(await promise({ method: 8, size: 2 * 1040 + 1 })).toContain(
      "0 cannot unpack to 2081 bytes from 1",
    );
    expect(await promise({ size: 8e9 }, { size: 8e9 })).toBe("read");
    expect(await promise({ size: 8e9 }, { size: 8e9 + 1 })).toContain("Unpacked it has 16 GB");
  });

  it("is refused if its contents end early or lie beyond its end", async () => {
    const whole = pack([{ name: "abc.obj", data: [1], other: 4 }]);
    const end = whole.length - 22;
    const shortened = (by: number) => {
      const bytes = whole.slice();
      new DataView(bytes.buffer).setUint32(
        end + 12,
        new DataView(bytes.buffer).getUint32(end + 12, true) - by,
        true,
      );
      return refusal(readDirectory(bytesFile("drop.zip", bytes)));
    };
    expect(await shortened(0)).toBe("read");
    for (let by = 1; by <= 15; by++)
      expect(await shortened(by)).toContain("Entry 1 of its contents ends early");
    const moved = whole.slice();
    new DataView(moved.buffer).setUint32(end + 16, whole.length - 1, true);
    expect(await refusal(readDirectory(bytesFile("drop.zip", moved)))).toContain("lies beyond its end");
    // Only the record at the end is an empty archive.
    expect(await refusal(readDirectory(bytesFile("drop.zip", pack([]))))).toBe("read");
  });

  it("names an entry that is locked, packed differently, or has other bytes than declared", async () => {
    const first = async (claim: Stored["claim"]) => {
      const { files } = await openZip(bytesFile("drop.zip", pack([{ name: "a.obj", data: [1, 2], claim }])));
      return refusal(readAll(files[0]));
    };
    expect(await first({ flags: 0x800 })).toBe("read");
    expect(await first({ flags: 1 })).toContain("a.obj in drop.zip is locked");
    expect(await first({ method: 9 })).toContain("Its method is 9");
    expect(await first({ size: 3 })).toContain("The sizes of a.obj disagree");
    expect(await first({ size: 900, packed: 900 })).toContain("a.obj ends early");
    expect(await first({ offset: 1 })).toContain("a.obj is not where the contents say");
  });

  it("reads stored bytes directly, within the entry", async () => {
    const data = Array.from({ length: 50 }, (_, n) => n);
    const { files } = await openZip(
      bytesFile(
        "drop.zip",
        pack([
          { name: "a.obj", data },
          { name: "b", data: [7] },
        ]),
      ),
    );
    for (const [begin, end] of [
      [0, 50],
      [10, 20],
      [-5, 3],
      [49, 99],
      [20, 20],
      [60, 70],
    ]) {
      expect([...(await files[0].read(begin, end))]).toEqual(
        data.slice(Math.max(0, begin), Math.max(0, end)),
      );
    }
  });
});

it("only the table of contents is read, with anything before it", async () => {
  const bytes = pack([{ name: "a.obj", data: [1] }], { between: 90_000 });
  let reads = 0;
  const file: SourceFile = {
    name: "drop.zip",
    size: bytes.length,
    async read(begin, end) {
      reads += end - begin;
      return bytes.subarray(begin, end);
    },
  };
  expect((await readDirectory(file)).map(({ name, offset }) => [name, offset])).toEqual([["a.obj", 0]]);
  expect(reads).toBeLessThan(66_000);
});
