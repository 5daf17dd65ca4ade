import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SOLVE_DEFAULTS } from "../solve/solve-settings";
import { comparisonCsv, comparisonRow } from "./comparison";
import type { SolveReport } from "./solve-report";

/** Reads RFC 4180 literally, character by character. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let value = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (quoted && c === '"' && text[at + 1] === '"') {
      value += '"';
      at++;
    } else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ",") {
      rows.at(-1)?.push(value);
      value = "";
    } else if (!quoted && text.startsWith("\r\n", at)) {
      rows.at(-1)?.push(value);
      value = "";
      rows.push([]);
      at++;
    } else value += c;
  }
  return rows.slice(0, -1);
}

const report = {
  bones: 7,
  meanInfluences: 2.5,
  eRms: 1.25,
  maxErrorPercent: 0.5,
  seconds: 3,
  rigBytes: 1000,
  bitsPerVertexFrame: 3.3,
  heldOut: { frames: [4], eRms: 1.5, maxErrorPercent: 1 },
} as SolveReport;

describe("a comparison as comma-separated values", () => {
  it("names its columns and writes figures with all digits", () => {
    const settings = { ...SOLVE_DEFAULTS, method: "ssdr" as const, bones: 8, influences: 0 };
    const csv = comparisonCsv([comparisonRow(settings, "rigid", report)]);
    expect(csv).toBe(
      "method,initialiser,bonesAsked,bones,kind,influences,meanInfluences,eRms,maxErrorPercent,heldOutERms," +
        "seconds,bytes,bitsPerVertexFrame,correctedERms,seed,wishes,error\r\n" +
        "ssdr,,8,7,rigid,all,2.5,1.25,0.5,1.5,3,1000,3.3,,1,false,\r\n",
    );
  });

  it("keeps any sentence whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", " ", "é") })),
        (errors) => {
          const rows = errors.map((error) => comparisonRow(SOLVE_DEFAULTS, "rigid", null, { error }));
          const read = parse(comparisonCsv(rows));
          expect(read.slice(1).map((row) => row.at(-1))).toEqual(errors);
          for (const row of read) expect(row).toHaveLength(17);
        },
      ),
      { seed: 12 },
    );
  });
});
