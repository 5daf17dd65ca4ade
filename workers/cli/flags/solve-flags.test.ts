import { describe, expect, it } from "vitest";
import { METHODS, type SolveMethod } from "../../model/solve/methods";
import { parse } from "./arguments";
import { checkSwitches, settingsOf } from "./solve-flags";

const flagsOf = (...args: string[]) => parse(["decompose", "a.obj", ...args]).values;

describe("settings of a method", () => {
  it("that it does not use are refused", () => {
    expect(() => settingsOf(flagsOf("--method", "sma", "--smoothness", "0.1"))).toThrow(
      "SMA does not use --smoothness",
    );
    expect(() => settingsOf(flagsOf("--method", "sma", "--iterations", "9"))).toThrow(
      "SMA does not use --iterations",
    );
    expect(() => settingsOf(flagsOf("--method", "ssdr", "--patches", "5%"))).toThrow(
      "SSDR does not use --patches",
    );
  });

  it("that it uses are accepted", () => {
    expect(settingsOf(flagsOf("--method", "ssdr", "--smoothness", "0.1")).smoothness).toBe(0.1);
    expect(settingsOf(flagsOf("--method", "fsd", "--iterations", "7")).iterations).toBe(7);
  });

  it("turn local weights on with any of their flags, and refuse contradictions", () => {
    const local = (...args: string[]) => {
      const { local: on, localCost, reach, leastPatch } = settingsOf(flagsOf(...args));
      return { on, localCost, reach, leastPatch };
    };
    expect(local()).toEqual({ on: false, localCost: null, reach: 1.4, leastPatch: 0.05 });
    expect(local("--locality", "any")).toMatchObject({ on: true, localCost: null });
    expect(local("--locality", "5%", "--reach", "0.8")).toMatchObject({
      on: true,
      localCost: 0.05,
      reach: 0.8,
    });
    expect(local("--least-patch", "one")).toMatchObject({ on: true, leastPatch: 1 });
    expect(local("--least-patch", "20%")).toMatchObject({ on: true, leastPatch: 0.2 });
    expect(() => local("--locality", "off", "--reach", "2")).toThrow("need --locality");
    expect(() => local("--least-patch", "few")).toThrow("cannot be used");
    expect(() => local("--method", "ssdr", "--locality", "any")).toThrow("SSDR does not use --locality");
  });

  it("that have no effect beside the others are refused, with what they need", () => {
    const ep = (...args: string[]) => settingsOf(flagsOf("--method", "ep-lbs", ...args));
    expect(() => ep("--set", "goal=0.01")).toThrow("--set goal=0.01 has no effect here");
    expect(
      ep("--bones", "60", "--set", "goal=0.01", "--set", "count=found").parameters["ep-lbs"],
    ).toMatchObject({
      goal: 0.01,
    });
    expect(() => ep("--as-published")).toThrow("EP-LBS finds the number of bones itself here");
    expect(ep("--as-published", "--bones", "60").parameters["ep-lbs"]).toMatchObject({ count: "found" });
    expect(ep("--as-published", "--set", "count=asked").knee).toBe(true);
    expect(() => ep("--init", "kmeans", "--as-published")).toThrow("--init kmeans has no effect here");
    expect(ep("--init", "kmeans", "--as-published", "--set", "count=asked").initialiser).toBe("kmeans");
    const his = (...args: string[]) => settingsOf(flagsOf("--method", "his", ...args));
    expect(() => his("--set", "refitIterations=9")).toThrow("needs --influences N");
    expect(his("--set", "refitIterations=9", "--influences", "4").influences).toBe(4);
    const sma = (...args: string[]) => settingsOf(flagsOf("--method", "sma", ...args));
    expect(() => sma("--rigid", "--set", "orthogonality=2")).toThrow("needs --affine");
    expect(() => sma("--init", "kmeans", "--set", "bandwidth=5")).toThrow("own start (mean-shift)");
    expect(() => sma("--init", "mean-shift", "--set", "bandwidth=5")).not.toThrow();
    expect(() => settingsOf(flagsOf("--as-published"))).toThrow("Auto has no paper");
  });

  it("are accepted in a comparison if one of its methods uses them", () => {
    const all = Object.keys(METHODS) as SolveMethod[];
    expect(() => checkSwitches(all, flagsOf("--restarts", "3"))).not.toThrow();
    expect(() => checkSwitches(["his", "sma"], flagsOf("--restarts", "3"))).toThrow(
      "HIS, SMA do not use --restarts",
    );
  });
});
