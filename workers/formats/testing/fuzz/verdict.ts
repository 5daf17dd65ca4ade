import type { FuzzOutcome } from "./whole-way";

/** Words of a programming error, which an artist should never read. */
const LEAKED =
  /\b(undefined|TypeError|RangeError|SyntaxError|ReferenceError|ENOENT|EACCES|Invalid array length|call stack|is not a function|is not iterable|Cannot read|THREE\.|at \w+ \()|\[object /;

/** The fault in the given messages, or null. */
export function faultIn({ refusals, notes }: FuzzOutcome): string | null {
  for (const { complaint } of refusals) {
    const { title, body, facts = [] } = complaint;
    const said = [title, body, ...facts.flat()].join(" | ");
    if (!/\w/.test(title) || /\.$/.test(title)) return `Not a clause as a title: ${said}`;
    if (!/[.?]$/.test(body)) return `Not sentences: ${said}`;
    if (LEAKED.test(said)) return `Not for an artist: ${said}`;
  }
  const note = notes.find((said) => LEAKED.test(said));
  return note === undefined ? null : `Not for an artist: ${note}`;
}

/** The result of `run`, and its console output. */
export async function withConsole<T>(run: () => Promise<T>): Promise<{ result: T; written: string[] }> {
  const { log, warn, error } = console;
  const written: string[] = [];
  const keep = (...said: unknown[]) => void written.push(said.map(String).join(" "));
  Object.assign(console, { log: keep, warn: keep, error: keep });
  try {
    return { result: await run(), written };
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

/** The fault in the result of a mutant, or null: errors without a proper message, or console output. */
export async function judge(
  run: () => Promise<FuzzOutcome>,
): Promise<{ fault: string | null; outcome: FuzzOutcome | null }> {
  try {
    const { result, written } = await withConsole(run);
    const fault = written.length > 0 ? `On the console: ${written[0]}` : faultIn(result);
    return { fault, outcome: result };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error), outcome: null };
  }
}
