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

  it("are accepted in a comparison if one of its methods uses them", () => {
    const all = Object.keys(METHODS) as SolveMethod[];
    expect(() => checkSwitches(all, flagsOf("--restarts", "3"))).not.toThrow();
    expect(() => checkSwitches(["his", "sma"], flagsOf("--restarts", "3"))).toThrow(
      "HIS, SMA do not use --restarts",
    );
  });
});
