import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { maxInfluences } from "../../../model/rig/sparse-weights";
import { EXTRACT_DEFAULTS } from "../../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../../model/task";
import { againstTruth } from "../../testing/against-truth";
import { character } from "../../testing/characters";
import { solveFrom } from "../solve-from";
import { searchLoosely } from "./loose-search";
import { noOthers, searchOn } from "./search-on";

const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));
const tools = { makeParallel, task: UNWATCHED, show() {} };
const goOn = () => true;

describe("a search with loose weights", async () => {
  const { sequence, truth } = character("bush", 6, { frames: 6, sides: 4, rings: 4, smooth: 0.6 });
  const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length };
  const input = { sequence, from: truth, settings };
  // With one influence, motion and joints make up for weights that are wrong.
  const one = { ...input, settings: { ...settings, influences: 1 } };
  const start = { free: truth, members: null, others: noOthers() };
  const begun = await solveFrom(one, start, tools, goOn);

  it("finds the skeleton where searches with few influences stay", async () => {
    expect(begun.percent).toBeGreaterThan(0.5);
    const tight = await searchOn(input, begun, { exact: 0.001, most: 2 }, () => tools, goOn);
    const loose = (await searchLoosely(input, begun, { exact: 0.001, most: 1 }, () => tools, goOn))!;
    expect(loose.percent).toBeLessThan(0.001);
    expect(loose.percent).toBeLessThan(0.1 * tight.percent);
    expect(maxInfluences(loose.strict.weights)).toBeLessThanOrEqual(settings.influences);
    const { links, found, off } = againstTruth(sequence, truth, loose.strict);
    expect(found).toBe(links);
    expect(Math.max(...off)).toBeLessThan(0.1);
  });

  it("needs more bones than influences, and a skeleton that is not exact", async () => {
    const search = (influences: number, percent: number) =>
      searchLoosely(
        { ...input, settings: { ...settings, influences } },
        { strict: begun.strict, percent },
        { exact: 0.001, most: 1 },
        () => tools,
        goOn,
      );
    expect(await search(begun.strict.bones.length, 0.5)).toBeNull();
    expect(await search(settings.influences, 0.0005)).toBeNull();
  });
});
