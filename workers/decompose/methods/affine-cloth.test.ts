import { expect, it } from "vitest";
import { strictCloth } from "../../testing/strict-rigs";
import { solve } from "../testing/solved";

// A flat rest pose leaves the side of each bone's normal open. Bones that were given a side too soon kept it, and ended
// at twice the error of SSDR, and above rigid bones, which are affine bones of one kind.
it.each([1, 2])(
  "affine bones of auto end below SSDR and below rigid bones on flat cloth, seed %i",
  async (seed) => {
    const { sequence } = strictCloth({ bones: 12, size: 15, frames: 60, seed: 2 });
    const settings = { seed, bones: 8, influences: 8 };
    const affine = await solve(sequence, { ...settings, boneKind: "affine" });
    const ssdr = await solve(sequence, { ...settings, boneKind: "affine", method: "ssdr" });
    const rigid = await solve(sequence, { ...settings, boneKind: "rigid" });
    expect(affine.report.eRms).toBeLessThan(ssdr.report.eRms);
    expect(affine.report.eRms).toBeLessThan(rigid.report.eRms);
  },
);
