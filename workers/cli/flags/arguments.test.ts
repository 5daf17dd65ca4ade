import { describe, expect, it } from "vitest";
import { helpOf } from "../help";
import { checkFlags, number, parse } from "./arguments";
import { FLAGS_OF } from "./flag-table";

const commands = Object.keys(FLAGS_OF);

describe("flags", () => {
  it.each(commands)("of %s are all in its help, without others", (command) => {
    const help = helpOf(command);
    const named = new Set(Array.from(help.matchAll(/--([a-z][a-z-]+)/g), ([, name]) => name));
    // A batch passes flags on to other commands, whose help lists them.
    const others = commands.filter((other) => other !== command);
    const isPassedOn = (name: string) =>
      command === "batch" && others.some((other) => FLAGS_OF[other].includes(name as never));
    const own = FLAGS_OF[command].filter((name) => name !== "help" && !isPassedOn(name));
    expect(own.filter((name) => !named.has(name))).toEqual([]);
    // Help of compare and bake mentions borrowed options that they lack.
    const spoken = ["method", "init", "memory", "error", "reference", "html", "help"];
    const known = new Set<string>([...FLAGS_OF[command], ...spoken]);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });

  it("of another command are refused, not ignored", () => {
    expect(() => checkFlags("weights", parse(["--bones", "3"]).values)).toThrow("not a flag of weights");
    expect(() => checkFlags("decompose", parse(["--bones", "3"]).values)).not.toThrow();
  });

  it("may have negative values, with messages about those", () => {
    const flags = parse(["weights", "a.obj", "--exemplars", "-3", "--quiet"]).values;
    expect(flags.exemplars).toBe("-3");
    expect(() => number(flags, "exemplars", 1, 400)).toThrow("--exemplars -3 cannot be used");
  });

  it("that are wrong are named in the error message", () => {
    expect(() => parse(["--methd", "heat"])).toThrow("--methd is not a flag");
    expect(() => parse(["--exemplars"])).toThrow("--exemplars needs a value");
    expect(() => parse(["--out", "--quiet"])).toThrow("--out needs a value");
    expect(() => parse(["--optimize-joints=yes"])).toThrow("--optimize-joints takes no value");
    expect(() => parse(["weights", "--methd"])).toThrow(
      "Did you mean --method? rig weights --help lists them.",
    );
    expect(() => parse(["fit", "--bone"])).not.toThrow("--bones");
    expect(() => parse(["decompose", "--bnoes"])).toThrow("Did you mean --bones?");
    expect(() => parse(["--entirely-else"])).not.toThrow("Did you mean");
    expect(() => parse(["-x"])).toThrow("-x is not a flag");
  });
});

it("the whole help has a section for each command", () => {
  const help = helpOf(null);
  for (const command of commands) expect(help).toContain(`rig ${command} `);
  for (const line of help.split("\n")) expect(line.length, line).toBeLessThanOrEqual(132);
  expect(helpOf("wieghts")).toBe(help);
  for (const command of commands) expect(helpOf(command)).toMatch(new RegExp(`^rig ${command} .*\\S`));
});
