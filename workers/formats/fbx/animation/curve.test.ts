import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBinary } from "../document/binary";
import { readText } from "../document/text";
import { fbxBinary, fbxText, record, SECOND } from "../testing/fixtures";
import { curveRecord, type Keys } from "../testing/scenes";
import { type Curve, readCurve, sampleCurve } from "./curve";

const FLAGS = {
  constant: 0x2,
  next: 0x102,
  linear: 0x4,
  auto: 0x108,
  tcb: 0x208,
  user: 0x408,
  broken: 0xc08,
};
const [WEIGHTED, INDEPENDENT, CLAMPED] = [0x3000000, 0x2000, 0x4000];

/** A float whose bits hold two weights, each as a 16-bit integer. */
const packed = (right: number, nextLeft: number) =>
  new Float32Array(Uint32Array.of(Math.round(1e4 * right) + 65536 * Math.round(1e4 * nextLeft)).buffer)[0];

const read = (keys: Keys) => readCurve(readBinary(fbxBinary([curveRecord(1, keys)]))[0], SECOND) as Curve;

describe("a curve of an FBX", () => {
  it("is constant, straight, or the value of the next key, and held at its ends", () => {
    const flags = [FLAGS.constant, FLAGS.linear, FLAGS.next, FLAGS.linear];
    const curve = read({
      times: [1, 2, 3, 5],
      values: [1, 5, 7, -1],
      flags,
      data: flags.map(() => [0, 0, 0, 0]),
    });
    const at = [0, 1, 1.9, 2, 2.5, 3, 3.1, 5, 9].map((t) => sampleCurve(curve, t));
    expect(at).toEqual([1, 1, 1, 5, 6, 7, -1, -1, -1]);
  });

  it("is straight if its keys have no kind, and skips keys that are not numbers or go back in time", () => {
    const curve = read({ times: [0, 1, 0.5, 2], values: [0, 4, 9, Number.NaN] });
    expect([...curve.times]).toEqual([0, 1]);
    expect(sampleCurve(curve, 0.25)).toBe(1);
    expect(readCurve({ name: "AnimationCurve", values: [], children: [] }, SECOND)).toBeNull();
  });

  it("is a cubic with the file's slopes", () => {
    const user = { times: [0, 2, 3], values: [1, 4, 0], flags: [FLAGS.broken, FLAGS.broken, FLAGS.broken] };
    const curve = read({
      ...user,
      data: [
        [3, -2, 0, 0],
        [5, 1, 0, 0],
        [0, 0, 0, 0],
      ],
    });
    // Hermite's basis, written out.
    const hermite = (s: number) => {
      const [s2, s3] = [s * s, s ** 3];
      return (2 * s3 - 3 * s2 + 1) * 1 + (s3 - 2 * s2 + s) * 6 + (3 * s2 - 2 * s3) * 4 + (s3 - s2) * -4;
    };
    for (const s of [0.1, 0.5, 0.8]) expect(sampleCurve(curve, 2 * s)).toBeCloseTo(hermite(s), 10);
    const step = 1e-6;
    expect((sampleCurve(curve, 2 + step) - 4) / step).toBeCloseTo(5, 3);
    expect((sampleCurve(curve, 3) - sampleCurve(curve, 3 - step)) / step).toBeCloseTo(1, 3);
  });

  it("arrives and leaves with the same slope if its tangent is not broken", () => {
    const flags = [FLAGS.user, FLAGS.user, FLAGS.user];
    const curve = read({
      times: [0, 1, 2],
      values: [0, 1, 0],
      flags,
      data: [
        [1, 9, 0, 0],
        [2, 9, 0, 0],
        [0, 9, 0, 0],
      ],
    });
    expect([...curve.arriving].slice(0, 2)).toEqual([2, 0]);
    expect([...curve.leaving].slice(0, 2)).toEqual([1, 2]);
  });

  it("follows weighted tangents: a Bézier curve over time", () => {
    const share = fc.integer({ min: 50, max: 9900 }).map((n) => n / 1e4);
    const slope = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(share, share, slope, slope, (right, left, leaving, arriving) => {
        const flags = [FLAGS.broken | WEIGHTED, FLAGS.broken];
        const data = [
          [leaving, arriving, packed(right, left), 0],
          [0, 0, 0, 0],
        ];
        const curve = read({ times: [1, 3], values: [2, -1], flags, data });
        for (const u of [0.1, 0.35, 0.7, 0.95]) {
          const v = 1 - u;
          const bezier = (a: number, b: number, c: number, d: number) =>
            v ** 3 * a + 3 * u * v * v * b + 3 * u * u * v * c + u ** 3 * d;
          const t = bezier(1, 1 + 2 * right, 3 - 2 * left, 3);
          const value = bezier(2, 2 + 2 * right * leaving, -1 - 2 * left * arriving, -1);
          expect(sampleCurve(curve, t)).toBeCloseTo(value, 4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has the same weights in a text file, which writes their bits as an integer", () => {
    const bits = 4000 + 65536 * 9000;
    const keys = { times: [0, 1], values: [0, 1], flags: [FLAGS.broken | WEIGHTED, FLAGS.broken] };
    const curve = readCurve(
      readText(
        fbxText([
          curveRecord(1, {
            ...keys,
            data: [
              [0, 0, bits, 0],
              [0, 0, 0, 0],
            ],
          }),
        ]),
      )[0],
      SECOND,
    );
    expect([curve?.leavingWeights[0], curve?.arrivingWeights[0]]).toEqual([0.4, 0.9]);
  });
});

describe("automatic tangents", () => {
  const auto = (values: number[], times: number[], more: number, bias = 0) =>
    read({
      ...{ times, values, flags: values.map(() => FLAGS.auto | more) },
      data: values.map(() => [bias, 0, 0, 0]),
    });

  it("are ten times as steep if the keys are ten times closer", () => {
    const value = fc.integer({ min: -9, max: 9 });
    const span = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 4 }), span, span, span, (values, a, b, c) => {
        for (const more of [0, INDEPENDENT, CLAMPED]) {
          const far = auto(values, [0, a, a + b, a + b + c], more);
          const near = auto(
            values,
            [0, a, a + b, a + b + c].map((t) => t / 10),
            more,
          );
          near.leaving.forEach((slope, k) => {
            expect(slope).toBeCloseTo(10 * far.leaving[k], 6);
          });
        }
      }),
    );
  });

  it("are the chord of the neighbours, or the mean of it and the chords on both sides", () => {
    expect(auto([0, 1, 5], [0, 1, 3], INDEPENDENT).leaving[1]).toBeCloseTo(5 / 3, 12);
    const mixed = 0.5 * (5 / 3) + 0.5 * ((2 / 3) * 1 + (1 / 3) * 2);
    expect(auto([0, 1, 5], [0, 1, 3], 0).leaving[1]).toBeCloseTo(mixed, 12);
    expect(auto([0, 1, 5], [0, 1, 3], 0, 100).leaving[1]).toBeCloseTo(2, 12);
    expect(auto([0, 1, 5], [0, 1, 3], 0, -100).leaving[1]).toBeCloseTo(1, 12);
    expect([...auto([0, 1, 5], [0, 1, 3], 0).leaving.filter((_, k) => k !== 1)]).toEqual([1, 2]);
  });

  it("stay between the keys if they are clamped, and are flat at peaks and ends", () => {
    expect([...auto([0, 4, 1], [0, 1, 2], CLAMPED).leaving]).toEqual([0, 0, 0]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 6 }), (values) => {
        const times = values.map((_, k) => k);
        const curve = auto(values, times, CLAMPED);
        for (let k = 0; k + 1 < values.length; k++) {
          for (const s of [0.1, 0.3, 0.5, 0.7, 0.9]) {
            const value = sampleCurve(curve, k + s);
            expect(value).toBeGreaterThanOrEqual(Math.min(values[k], values[k + 1]) - 1e-9);
            expect(value).toBeLessThanOrEqual(Math.max(values[k], values[k + 1]) + 1e-9);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("from tension, continuity and bias are as published by Kochanek and Bartels", () => {
    const [tension, continuity, bias] = [0.2, 0.5, -0.3];
    const curve = read({
      ...{ times: [0, 1, 2], values: [0, 3, 4], flags: [FLAGS.tcb, FLAGS.tcb, FLAGS.tcb] },
      data: [0, 1, 2].map(() => [tension, continuity, bias, 0]),
    });
    const [a, b] = [3, 1];
    const arriving =
      ((1 - tension) * ((1 - continuity) * (1 + bias) * a + (1 + continuity) * (1 - bias) * b)) / 2;
    const leaving =
      ((1 - tension) * ((1 + continuity) * (1 + bias) * a + (1 - continuity) * (1 - bias) * b)) / 2;
    expect(curve.arriving[0]).toBeCloseTo(arriving, 6);
    expect(curve.leaving[1]).toBeCloseTo(leaving, 6);
  });

  /** A curve from (1, 2) through (2, 6) to (3, 5), with a letter for its kind before and after. */
  function outside(letter: string, most: number, asByte: boolean): Curve {
    const beyond = (name: string) =>
      record(
        name,
        [],
        [record("Type", [asByte ? letter.charCodeAt(0) : letter]), record("Repetition", [most])],
      );
    const keys = curveRecord(1, { times: [1, 2, 3], values: [2, 6, 5] });
    keys.children.push(beyond("Pre-Extrapolation"), beyond("Post-Extrapolation"));
    return readCurve(readBinary(fbxBinary([keys]))[0], SECOND) as Curve;
  }
  const within = (t: number) => (t < 2 ? 2 + 4 * (t - 1) : 6 - (t - 2));

  it("outside its keys holds, continues straight, repeats, climbs or swings back", () => {
    const times = fc.integer({ min: -80, max: 120 }).map((n) => n / 8);
    fc.assert(
      fc.property(times, fc.boolean(), (t, asByte) => {
        const at = (letter: string) => sampleCurve(outside(letter, -1, asByte), t);
        const round = Math.floor((t - 1) / 2);
        const [inside, back] = [t - 2 * round, 4 - (t - 2 * round)];
        const isIn = t >= 1 && t <= 3;
        expect(at("C")).toBeCloseTo(within(Math.min(3, Math.max(1, t))), 9);
        expect(at("K")).toBeCloseTo(isIn ? within(t) : t < 1 ? 2 + 4 * (t - 1) : 5 - (t - 3), 9);
        expect(at("R")).toBeCloseTo(isIn ? within(t) : within(inside), 9);
        expect(at("A")).toBeCloseTo(isIn ? within(t) : within(inside) + 3 * round, 9);
        expect(at("M")).toBeCloseTo(isIn ? within(t) : within(round % 2 === 0 ? inside : back), 9);
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it("repeats as often as the file says, and then holds", () => {
    const curve = outside("A", 2, false);
    expect([7, 50, -3, -50].map((t) => sampleCurve(curve, t))).toEqual([5 + 6, 5 + 6, 2 - 6, 2 - 6]);
  });
});
