import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as format from "./format";

const T = "\u202f";
const N = "\u00a0";

it("lists names with commas and one “and”", () => {
  expect(["A", "A B", "A B C"].map((names) => format.namesInWords(names.split(" ")))).toEqual([
    "A",
    "A and B",
    "A, B and C",
  ]);
  expect(format.namesInWords([])).toBe("");
});

describe("numbers as text", () => {
  it.each([
    [14144, `14${T}144`],
    [962, "962"],
    [1234567, `1${T}234${T}567`],
    [-1500, `−1${T}500`],
  ])("formats the count %d as %s", (n, text) => {
    expect(format.formatCount(n)).toBe(text);
  });

  it.each([
    [1.8567, "1.86"],
    [31.64, "31.6"],
    [0.16123, "0.161"],
    [12408, `12${T}400`],
    [999.6, `1${T}000`],
    [9.996, "10.0"],
    [-0.1101, "−0.110"],
    [0, "0"],
    [Number.NaN, "–"],
  ])("keeps three digits of %d", (x, text) => {
    expect(format.formatFigure(x)).toBe(text);
  });

  it("never writes a minus before zero", () => {
    expect(format.formatError(-0.0)).toBe("0");
    expect(format.formatCount(-0.2)).toBe("0");
  });

  it("writes ticks and rates without zeros at the end", () => {
    expect([24, 12.5, 0.3, 29.97, 100, 0].map(format.formatPlain)).toEqual([
      "24",
      "12.5",
      "0.3",
      "30",
      "100",
      "0",
    ]);
  });

  it("keeps errors two decimals wide", () => {
    expect(format.formatError(8.1912)).toBe("8.19");
    expect(format.formatError(12.345)).toBe("12.3");
    expect(format.formatError(0.0123)).toBe("0.0123");
  });

  it("splits off powers of ten", () => {
    expect(format.formatScientific(1e-4)).toEqual({ value: "1.0", unit: `×${N}10⁻⁴` });
    expect(format.formatScientific(0.5)).toEqual({ value: "0.500", unit: "" });
    expect(format.formatScientific(9.99e-5)).toEqual({ value: "1.0", unit: `×${N}10⁻⁴` });
  });

  it("writes the tiniest values as less than a bound", () => {
    expect(format.formatLength(3.77e-9)).toBe(`<${N}1${N}µm`);
    expect(format.formatLength(-3.77e-9)).toBe(`<${N}1${N}µm`);
    expect(format.formatLength(0)).toBe(`0${N}mm`);
    expect(format.formatLength(3.77e-6)).toBe(`3.77${N}µm`);
    expect(format.formatPercent(0.00000377)).toBe(`<${N}0.01${N}%`);
    expect(format.formatPercent(0)).toBe(`0${N}%`);
    const fine = [0, 0.00000377, 0.00312, 0.00999, 0.171, 12.34].map(format.formatFinePercent);
    expect(fine).toEqual(["0", `<${N}0.0001`, "0.0031", "0.010", "0.171", "12.3"].map((x) => `${x}${N}%`));
    expect(format.formatError(0.0004)).toBe(`<${N}0.001`);
  });

  it("reports no change where both values read alike", () => {
    expect(format.formatChange(1.861, 1.8602)).toBe("same as before");
    expect(format.formatChange(1.86, 1.75)).toBe("−0.11");
    expect(format.formatChange(1.75, 1.86)).toBe("+0.11");
    expect(format.formatChange(2, 2.0004, format.formatFigure)).toBe("same as before");
  });

  it("writes a relative change with its sign, and zero without one", () => {
    expect(format.formatShareChange(-0.098)).toBe(`−9.8${N}%`);
    expect(format.formatShareChange(0.0041)).toBe(`+0.4${N}%`);
    expect(format.formatShareChange(-0.0001)).toBe(`0.0${N}%`);
    expect(format.formatShareChange(12.3456)).toBe(`+1${T}230${N}%`);
  });

  it("writes a small weight as small, not as zero", () => {
    expect(format.formatWeight(0.354)).toBe("0.35");
    expect(format.formatWeight(0)).toBe("0.00");
    expect(format.formatWeight(0.0004)).toBe(`<${N}0.01`);
  });

  const { formatScientific, formatChange, ...rest } = format;
  const measures = [
    ...[rest.formatCount, rest.formatFigure, rest.formatPlain, rest.formatError, rest.formatSmall],
    ...[rest.formatTenths, rest.formatWeight, rest.formatLength, rest.formatBytes, rest.formatSeconds],
    ...[rest.formatTimeLeft, rest.formatShare, rest.formatPercent, rest.formatShareChange],
    (x: number) => formatScientific(x).value,
    (x: number) => formatChange(1, x),
    (x: number) => formatChange(x, 1),
  ].map((write) => ({ name: write.name || write.toString(), write }));

  it.each(measures)("shows no NaN, Infinity, exponent or minus zero: $name", ({ write }) => {
    const any = fc.oneof(
      fc.double({ min: -1e15, max: 1e15 }),
      fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, -1e-9),
    );
    fc.assert(
      fc.property(any, (x) => {
        const text = write(x as never);
        expect(text).not.toMatch(/NaN|Infinity|\de[+-]?\d|[-−]0(\.0*)?(?![\d.])/);
      }),
    );
  });

  it.each(measures.slice(1, 4))("never writes more than three digits: $name", ({ write }) => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (x) => {
        const digits = write(x).replace(/[^\d.]/g, "");
        const kept = digits.replace(".", "").replace(/^0+/, "");
        expect((digits.includes(".") ? kept : kept.replace(/0+$/, "")).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("writes increasing lengths in a suitable unit, in three digits", () => {
    expect(format.formatLength(0.9996)).toBe(`1.00${N}m`);
    expect(format.formatLength(Number.NaN)).toBe("–");
  });

  it("chooses units", () => {
    expect(format.formatLength(0.0073)).toBe(`7.30${N}mm`);
    expect(format.formatLength(1.5)).toBe(`1.50${N}m`);
    expect(format.formatBytes(412_000)).toBe(`412${N}kB`);
    expect(format.formatBytes(700_000)).toBe(`0.70${N}MB`);
    expect(format.formatBytes(82_000_000)).toBe(`82.0${N}MB`);
    expect(format.formatSeconds(3.91)).toBe(`3.9${N}s`);
    expect(format.formatSeconds(125)).toBe(`2${N}min 5${N}s`);
    expect(format.formatTimeLeft(0.2)).toBe(`1${N}s`);
    expect(format.formatTimeLeft(5.2)).toBe(`5${N}s`);
    expect(format.formatTimeLeft(59.7)).toBe(`1${N}min 0${N}s`);
    expect(format.formatTimeLeft(128)).toBe(`2${N}min 10${N}s`);
    expect(format.formatTimeLeft(297)).toBe(`5${N}min`);
    expect(format.formatTimeLeft(409)).toBe(`7${N}min`);
    expect(format.formatShare(0.612)).toBe(`61${N}%`);
    expect(format.formatShare(0.0312)).toBe(`3.1${N}%`);
  });

  it.each([
    ["small.pc2 holds 12500 points, the mesh 8431.", `small.pc2 holds 12${T}500 points, the mesh 8${T}431.`],
    ["1234567 bytes, enough for 999 frames", `1${T}234${T}567 bytes, enough for 999 frames`],
    ["Frame (1024): 2048", `Frame (1${T}024): 2${T}048`],
    ["wave_2048.obj and wave.2048.obj and 2048.obj", "wave_2048.obj and wave.2048.obj and 2048.obj"],
    ["take-2048/0001.ply lasts 1234.5 seconds", "take-2048/0001.ply lasts 1234.5 seconds"],
  ])("groups the numbers of a sentence, but not those in names: %s", (sentence, text) => {
    expect(format.groupedNumbers(sentence)).toBe(text);
  });

  it("formats times of day", () => {
    const now = new Date(2024, 4, 10, 12, 0).getTime();
    expect(format.formatWhen(new Date(2024, 4, 10, 9, 5).getTime(), now)).toBe("09:05");
    expect(format.formatWhen(new Date(2024, 4, 9, 18, 2).getTime(), now)).toBe("18:02 yesterday");
    const day = (...at: [number, number, number]) => format.formatDay(new Date(...at, 18, 2).getTime(), now);
    expect(day(2024, 4, 10)).toBe("Today 18:02");
    expect(day(2024, 4, 9)).toBe("Yesterday 18:02");
    expect(day(2024, 4, 6)).toBe("Monday 18:02");
    expect([day(2024, 4, 3), day(2023, 10, 14)]).toEqual(["3 May", "14 November 2023"]);
  });

  it("rounds the ends of axes up", () => {
    expect(format.niceCeiling(31.6)).toBe(32);
    expect(format.niceCeiling(0.0101)).toBeCloseTo(0.012);
    expect(format.niceCeiling(8)).toBe(8);
    expect(format.niceCeiling(0)).toBe(1);
  });
});
