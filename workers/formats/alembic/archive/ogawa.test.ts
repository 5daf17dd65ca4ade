import { expect, test } from "vitest";
import type { SourceFile } from "../../source/source";
import { writeArchive } from "../testing/archive-writer";
import { memoryFile } from "../testing/fixtures";
import { OgawaWriter, u64 } from "../testing/ogawa-writer";
import { openArchive } from "./archive";
import { openOgawa } from "./ogawa";

const text = (words: string) => new TextEncoder().encode(words);
const HEADER = [...text("Ogawa"), 0xff, 0, 1];

test("groups and data are read as written, also empty ones", async () => {
  const writer = new OgawaWriter();
  const hello = writer.data(text("hel"), text("lo"));
  const inner = writer.group([hello, writer.data(new Uint8Array(0))]);
  const many = writer.group(Array.from({ length: 100 }, (_, i) => writer.data(Uint8Array.of(i))));
  const bytes = writer.finish(writer.group([inner, writer.group([]), hello, many]));
  const { root } = await openOgawa(memoryFile(bytes));
  expect(root.count).toBe(4);
  expect(await Promise.all([0, 1, 2, 3].map((i) => root.isData(i)))).toEqual([false, false, true, false]);
  expect(new TextDecoder().decode(await root.bytes(2))).toBe("hello");
  const group = await root.group(0);
  expect([...(await group.bytes(0))]).toEqual([...text("hello")]);
  expect((await group.bytes(1)).length).toBe(0);
  expect((await root.group(1)).count).toBe(0);
  const long = await root.group(3);
  expect([...(await long.bytes(99))]).toEqual([99]);
  await expect(root.bytes(0)).rejects.toThrow(/a group at byte \d+ where there should be data/);
  await expect(root.group(2)).rejects.toThrow(/data at byte \d+ where there should be a group/);
  await expect(root.bytes(4)).rejects.toThrow(/has 4 entries; entry 5 is missing/);
});

test("data beyond 4 GB are read by their offset", async () => {
  const far = 5_000_000_000;
  const pieces = new Map<number, Uint8Array>([
    [0, Uint8Array.from([...HEADER, ...u64(far)])],
    [far, Uint8Array.from([...u64(1), ...u64(far + 1000).map((byte, i) => byte | (i === 7 ? 0x80 : 0))])],
    [far + 1000, Uint8Array.from([...u64(4), ...text("deep")])],
  ]);
  const file: SourceFile = {
    name: "huge.abc",
    size: far + 2000,
    async read(begin, end) {
      const bytes = new Uint8Array(Math.min(end, this.size) - begin);
      for (const [at, piece] of pieces) {
        for (const [i, byte] of piece.entries())
          if (at + i >= begin && at + i < end) bytes[at + i - begin] = byte;
      }
      return bytes;
    },
  };
  const { root } = await openOgawa(file);
  expect(new TextDecoder().decode(await root.bytes(0))).toBe("deep");
});

test("other files are refused with their real kind", async () => {
  const refused = (bytes: ArrayLike<number>) => expect(openOgawa(memoryFile(Uint8Array.from(bytes)))).rejects;
  await refused([0x89, ...text("HDF\r\n\x1a\n"), 0, 0]).toThrow(
    /cache\.abc is written in the old HDF5 layout of Alembic\. .*Export it again as Ogawa/,
  );
  await refused(text("# an obj file with .abc at its end")).toThrow(/is not an Alembic archive/);
  await refused([]).toThrow(/is not an Alembic archive/);
  await refused([...text("Ogawa"), 0, 0, 1, ...u64(16), ...u64(0)]).toThrow(/was not written to its end/);
  await refused([...text("Ogawa"), 0xff, 0, 9, ...u64(16), ...u64(0)]).toThrow(/version 9 of Ogawa/);
  await refused([...HEADER, ...u64(0), ...u64(0)]).toThrow(/no root group/);
  await refused([...HEADER, ...u64(16), ...u64(2 ** 40)]).toThrow(/claims 1099511627776 entries/);
  await refused([...HEADER, ...u64(16)]).toThrow(/8 bytes at byte 16, but it is 16 bytes long/);
  await refused([...HEADER.slice(0, 6)]).toThrow(/ends after 6 bytes/);
});

test("an object that contains itself is refused", async () => {
  const object = (name: string, children: never[] = []) => ({ name, metadata: {}, properties: [], children });
  const bytes = writeArchive({
    metadata: {},
    samplings: [{ kind: "uniform", period: 1, times: Float64Array.of(0) }],
    top: { properties: [], children: [{ ...object("a"), children: [object("b")] }] },
  });
  const archive = await openArchive(memoryFile(bytes));
  const [a] = await archive.top.children();
  const [b] = await a.children();
  expect(b.path).toBe("/a/b");
  // The group of "b" was written first. The test redirects the pointer of "a" to it to "a" itself.
  const { root } = await openOgawa(memoryFile(bytes));
  const top = await root.group(2);
  const groupOfA = await top.group(1);
  const ring = bytes.slice();
  ring.set(u64(groupOfA.position), groupOfA.position + 16);
  const [damaged] = await (await openArchive(memoryFile(ring))).top.children();
  await expect(damaged.children()).rejects.toThrow(/object \/a\/b is also somewhere else in the tree/);
});
