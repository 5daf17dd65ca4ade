import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../identity/fingerprint";
import type { SsdrParameters } from "../../../model/solve/method-parameters/ssdr";
import { bar, solve } from "../../testing/solved";

/** Far more bones than the bar needs, so that some die; one start, so that the events are those of one alternation. */
async function solved(parameters: Partial<SsdrParameters>) {
  const settings = { method: "ssdr", bones: 16, restarts: 1, iterations: 30 } as const;
  const { rig, report } = await solve(bar.sequence, { ...settings, parameters: { ssdr: parameters } });
  const moves = report.history.filter(({ event }) => event === "reinitialised").length;
  return { moves, hash: fingerprint(rig.weights.values, rig.motion), eRms: report.eRms };
}

describe("dying bones of SSDR", () => {
  it("move at most as often as allowed", async () => {
    const [none, two, many] = [0, 2, 50].map((reinitialisations) => solved({ reinitialisations }));
    expect((await none).moves).toBe(0);
    expect((await two).moves).toBe(2);
    expect((await many).moves).toBeGreaterThan(2);
  });

  it("move one by one, or several in an iteration, which uses up the moves sooner", async () => {
    const one = await solved({ reinitialisations: 8 });
    const several = await solved({ reinitialisations: 8, several: true });
    expect(one.moves).toBe(8);
    expect(several.moves).toBeGreaterThan(0);
    expect(several.moves).toBeLessThan(8);
  });

  it("move to the worst patch, or to the worst vertex as published", async () => {
    const patch = await solved({ moveTo: "patch" });
    const vertex = await solved({ moveTo: "vertex" });
    expect(vertex.hash).not.toBe(patch.hash);
    expect(vertex.eRms).toBeLessThan(5);
  });
});
