import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryFile } from "../testing/fixtures";
import { type ObjectRecord, type PropertyRecord, writeArchive } from "../write/archive-writer";
import type { SampleValue } from "../write/sample-list";
import type { AlembicObject } from "./archive";
import { openArchive } from "./archive";
import { POD } from "./pods";
import type { Property } from "./property";

const ARRAYS = [
  { pod: POD.uint8, make: (x: number[]) => Uint8Array.from(x) },
  { pod: POD.int8, make: (x: number[]) => Int8Array.from(x) },
  { pod: POD.uint16, make: (x: number[]) => Uint16Array.from(x) },
  { pod: POD.int16, make: (x: number[]) => Int16Array.from(x) },
  { pod: POD.uint32, make: (x: number[]) => Uint32Array.from(x) },
  { pod: POD.int32, make: (x: number[]) => Int32Array.from(x) },
  { pod: POD.float32, make: (x: number[]) => Float32Array.from(x) },
  { pod: POD.float64, make: (x: number[]) => Float64Array.from(x) },
];

const name = fc.stringMatching(/^[a-zA-Z.][a-zA-Z0-9_é]{0,12}$/);
const metadata = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-zA-Z0-9 ]{0,60}$/), {
  maxKeys: 6,
  noNullPrototype: true,
});

/** Runs of repeated samples. They cover all cases of the first and last changed sample. */
const runs = fc.array(
  fc.tuple(fc.array(fc.integer({ min: -100, max: 100 }), { maxLength: 4 }), fc.integer({ min: 1, max: 300 })),
  {
    maxLength: 4,
  },
);

const sampled: fc.Arbitrary<PropertyRecord> = fc
  .tuple(
    name,
    metadata,
    fc.constantFrom(...ARRAYS),
    fc.constantFrom("scalar", "array"),
    runs,
    fc.integer({ min: 0, max: 1 }),
  )
  .map(([n, m, { pod, make }, kind, list, sampling]) => ({
    kind: kind as "scalar" | "array",
    name: n,
    metadata: m,
    pod,
    extent: 2,
    sampling,
    samples: list.flatMap(([values, times]) => {
      const whole = kind === "scalar" ? [values[0] ?? 0, values[1] ?? 0] : values.flatMap((x) => [x, x + 1]);
      return new Array<ArrayBufferView>(times).fill(make(whole));
    }),
  }));

const text: fc.Arbitrary<PropertyRecord> = fc
  .tuple(name, fc.array(fc.stringMatching(/^[a-zé ]{0,9}$/), { minLength: 1, maxLength: 3 }))
  .map(([n, strings]) => ({
    kind: "array",
    name: n,
    metadata: {},
    pod: POD.string,
    extent: 1,
    sampling: 0,
    samples: [strings],
  }));

const properties = (depth: number): fc.Arbitrary<PropertyRecord[]> => {
  const leaf = fc.oneof(sampled, text);
  const any = depth === 0 ? leaf : fc.oneof(leaf, compound(depth - 1));
  return fc.uniqueArray(any, { maxLength: 4, selector: (p) => p.name });
};

const compound = (depth: number): fc.Arbitrary<PropertyRecord> =>
  fc
    .tuple(name, metadata, properties(depth))
    .map(([n, m, inner]) => ({ kind: "compound", name: n, metadata: m, properties: inner }));

const object = (depth: number): fc.Arbitrary<ObjectRecord> =>
  fc
    .tuple(
      name,
      metadata,
      properties(1),
      depth === 0
        ? fc.constant<ObjectRecord[]>([])
        : fc.uniqueArray(object(depth - 1), { maxLength: 3, selector: (o) => o.name }),
    )
    .map(([n, m, p, children]) => ({ name: n, metadata: m, properties: p, children }));

async function expectProperties(
  read: Map<string, Property>,
  written: PropertyRecord[],
  owner: AlembicObject,
) {
  expect([...read.keys()]).toEqual(written.map((p) => p.name));
  for (const record of written) {
    const property = read.get(record.name) as Property;
    expect(Object.fromEntries(property.header.metadata)).toEqual(record.metadata);
    if (record.kind === "compound") {
      await expectProperties(await owner.open(property), record.properties, owner);
      continue;
    }
    const samples = [...(record.samples as Iterable<SampleValue>)];
    expect(property.header.kind).toBe(record.kind);
    expect(property.sampleCount).toBe(samples.length);
    for (const [k, sample] of samples.entries()) {
      const values = Array.isArray(sample) ? await property.strings(k) : await property.numbers(k);
      if (String(values) !== String(sample)) expect(values).toEqual(sample);
    }
  }
}

async function expectObjects(read: AlembicObject[], written: ObjectRecord[]) {
  expect(read.map((o) => o.name)).toEqual(written.map((o) => o.name));
  for (const [i, record] of written.entries()) {
    expect(Object.fromEntries(read[i].metadata)).toEqual(record.metadata);
    await expectProperties(await read[i].properties(), record.properties, read[i]);
    await expectObjects(await read[i].children(), record.children);
  }
}

test("reads any tree of objects and properties as it was written", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(object(2), { maxLength: 3, selector: (o) => o.name }),
      metadata,
      async (children, about) => {
        const bytes = writeArchive({
          metadata: about,
          samplings: [
            { kind: "uniform", period: 1, times: Float64Array.of(0) },
            { kind: "cyclic", period: 0.5, times: Float64Array.of(-0.1, 0.1) },
          ],
          top: { properties: [], children },
        });
        const archive = await openArchive(memoryFile(bytes));
        expect(Object.fromEntries(archive.metadata)).toEqual(about);
        expect(archive.samplings.map((s) => [s.kind, s.period, [...s.times]])).toEqual([
          ["uniform", 1, [0]],
          ["cyclic", 0.5, [-0.1, 0.1]],
        ]);
        await expectObjects(await archive.top.children(), children);
      },
    ),
    { seed: 8, numRuns: 15 },
  );
});

test("repeated samples are stored once", () => {
  const samples = Array.from({ length: 100 }, () => new Float32Array(1000).fill(7));
  const bytes = writeArchive({
    metadata: {},
    samplings: [{ kind: "uniform", period: 1, times: Float64Array.of(0) }],
    top: {
      properties: [
        { kind: "array", name: "x", metadata: {}, pod: POD.float32, extent: 1, sampling: 0, samples },
      ],
      children: [],
    },
  });
  expect(bytes.length).toBeLessThan(5000);
});
