/** What somebody at a terminal sees, and what a script gets. */
import { afterEach, expect, it, vi } from "vitest";
import { OutputSet } from "./output-set";
import { printNote, showProgress } from "./terminal";

/** The lines that remain on a terminal after all text: an erased line leaves nothing. */
const remaining = (written: string) =>
  written.split("\n").map((line) => line.slice(line.lastIndexOf("\r\x1b[K") + 1).replace("\x1b[K", ""));

function watched(isTerminal: boolean): () => string {
  let written = "";
  const write = (text: string | Uint8Array) => {
    written += text;
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(write);
  vi.spyOn(process.stderr, "write").mockImplementation(write);
  Object.defineProperty(process.stderr, "isTTY", { value: isTerminal, configurable: true });
  return () => written;
}

const own = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(process.stderr, "isTTY", own ?? { value: undefined, configurable: true });
});

it("notes and results replace the line of progress", () => {
  const written = watched(true);
  showProgress("Reading 10 %");
  showProgress("Reading 100 %");
  printNote("It has no frame rate.");
  showProgress("Checking");
  new OutputSet().say("E_RMS 3\n");
  expect(remaining(written())).toEqual(["It has no frame rate.", "E_RMS 3", ""]);
});

it("a script gets no codes of a terminal", () => {
  const written = watched(false);
  printNote("It has no frame rate.");
  new OutputSet().say("E_RMS 3\n");
  expect(written()).toBe("It has no frame rate.\nE_RMS 3\n");
});

it("names with codes of a terminal have no effect on it", () => {
  const written = watched(false);
  printNote("The clip run\x1b[31m\x07 does not move.");
  new OutputSet().say("walk\x9b2J: E_RMS 3\nrun: E_RMS 4\n");
  expect(written()).toBe(
    "The clip run\uFFFD[31m\uFFFD does not move.\nwalk\uFFFD2J: E_RMS 3\nrun: E_RMS 4\n",
  );
});
