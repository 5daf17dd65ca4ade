import { expect, test } from "vitest";
import type { SourceFile } from "../../source/source";
import { memoryFile } from "../testing/fixtures";
import { writeArchive } from "../write/archive-writer";
import { MemoryFile, OgawaWriter, u64 } from "../write/ogawa-writer";
import { openArchive } from "./archive";
import { openOgawa } from "./ogawa";

const text = (words: string) => new TextEncoder().encode(words);
const HEADER = [...text("Ogawa"), 0xff, 0, 1];

test("groups and data are read as written, even empty ones", async () => {
  const file = new MemoryFile();
  const writer = new OgawaWriter(file.put);
  const hello = writer.data(text("hel"), text("lo"));
  const inner = writer.group([hello, writer.data(new Uint8Array(0))]);
  const many = writer.group(Array.from({ length: 100 }, (_, i) => writer.data(Uint8Array.of(i))));
  const bytes = file.whole(writer.header(writer.group([inner, writer.group([]), hello, many])));
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

test("data beyond 4 GB are read", async () => {
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
  await refused([...HEADER, ...u64(16), ...u64(2 ** 40)]).toThrow(/says that it has 1099511627776 entries/);
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
  // The group of "b" was written first. The test redirects the pointer from "a" to "b" to "a" itself.
  const { root } = await openOgawa(memoryFile(bytes));
  const top = await root.group(2);
  const groupOfA = await top.group(1);
  const ring = bytes.slice();
  ring.set(u64(groupOfA.position), groupOfA.position + 16);
  const [damaged] = await (await openArchive(memoryFile(ring))).top.children();
  await expect(damaged.children()).rejects.toThrow(/object \/a\/b is also somewhere else in the tree/);
});

test("groups and data may end with the file, but not later", async () => {
  const bit = (bytes: ArrayLike<number>) => Array.from(bytes, (byte, i) => (i === 7 ? byte | 0x80 : byte));
  // A root with one child: data at byte 32, beginning with their size.
  const file = (size: number, content: number) =>
    openOgawa(
      memoryFile(
        Uint8Array.from([
          ...HEADER,
          ...u64(16),
          ...u64(1),
          ...bit(u64(32)),
          ...u64(size),
          ...new Array<number>(content).fill(7),
        ]),
      ),
    );
  expect([...(await (await file(3, 3)).root.bytes(0))]).toEqual([7, 7, 7]);
  expect(await (await file(0, 0)).root.bytes(0)).toHaveLength(0);
  const long = (await file(4, 3)).root;
  await expect(long.bytes(0)).rejects.toThrow(
    "A block at byte 32 says that it has 4 bytes, but the file ends after 3.",
  );
  const root = (...pointers: Uint8Array[]) =>
    openOgawa(
      memoryFile(
        Uint8Array.from([
          ...HEADER,
          ...u64(16),
          ...u64(pointers.length),
          ...pointers.flatMap((p) => [...p]),
          ...u64(0),
        ]),
      ),
    );
  // The last eight bytes are an empty group, or an empty block of data.
  expect((await (await root(u64(32))).root.group(0)).count).toBe(0);
  for (const outside of [33, 15, 2 ** 40]) {
    const { root: found } = await root(u64(outside));
    await expect(found.group(0)).rejects.toThrow(`It points to byte ${outside}, outside of its 40 bytes.`);
  }
  expect((await (await root(u64(16))).root.group(0)).count).toBe(1);
  await expect((await root(u64(0))).root.group(-1)).rejects.toThrow("entry 0 is missing");
  // One entry more than fits.
  const full = (count: number) =>
    openOgawa(memoryFile(Uint8Array.from([...HEADER, ...u64(16), ...u64(count), ...u64(0), ...u64(0)])));
  expect((await full(2)).root.count).toBe(2);
  await expect(full(3)).rejects.toThrow(
    "The group at byte 16 says that it has 3 entries, more than the file can hold.",
  );
});

test("groups of any length have their children in order", async () => {
  for (const count of [1, 63, 64, 65, 66]) {
    const file = new MemoryFile();
    const writer = new OgawaWriter(file.put);
    const all = writer.group(Array.from({ length: count }, (_, i) => writer.data(Uint8Array.of(i))));
    const { root } = await openOgawa(memoryFile(file.whole(writer.header(writer.group([all])))));
    const group = await root.group(0);
    const found = await Promise.all(Array.from({ length: count }, async (_, i) => (await group.bytes(i))[0]));
    expect(found).toEqual(Array.from({ length: count }, (_, i) => i));
    await expect(group.bytes(count)).rejects.toThrow(`entry ${count + 1} is missing`);
  }
});
