/** The transition table of a binding as text, made by running every case. */
import type { DocumentState } from "../../../../document/document";
import type { BindingEvent, Effect } from "../flow/events";
import { type Flow, type Phase, phaseOf } from "../flow/flow";
import { bindingReducer } from "../flow/reducer";
import { beginningOf, CASES, PHASES, type TransitionCase } from "./transition-cases";

interface Outcome {
  /** Null if nothing happens at all. */
  next: Phase | null;
  effects: Effect["type"][];
}

function outcomeOf(phase: Phase, each: TransitionCase): Outcome {
  const [flow, document]: [Flow, DocumentState] = beginningOf(phase, each);
  const event: BindingEvent = each.event;
  const after = bindingReducer(flow, event, document);
  const effects = after.effects.map(({ type }) => type);
  const isSame = JSON.stringify(after.flow) === JSON.stringify(flow);
  return { next: isSame && effects.length === 0 ? null : phaseOf(after.flow), effects };
}

const WIDTH = 10;
const NAME_WIDTH = 25;

/** One line per case with the next phase for each phase; "-" if nothing happens. */
export function phaseMatrix(): string[] {
  const line = (name: string, cells: readonly string[]) =>
    (name.padEnd(NAME_WIDTH) + cells.map((cell) => cell.padEnd(WIDTH)).join("")).trimEnd();
  const lineOf = (each: TransitionCase) =>
    line(
      each.name,
      PHASES.map((phase) => outcomeOf(phase, each).next ?? "-"),
    );
  return [line("", PHASES), ...CASES.map(lineOf)];
}

/**
 * Markdown tables: event, phases, next phase, effects. Phases with the same outcome share a row. Phases in which
 * nothing happens have no row.
 */
export function transitionTables(): string {
  const parts: string[] = [];
  for (const by of ["the artist", "the document", "the engine"] as const) {
    parts.push(`### Events of ${by}`, "", "| event | in | then | effects |", "|---|---|---|---|");
    for (const each of CASES) if (each.by === by) parts.push(...rowsOf(each));
    parts.push("");
  }
  return parts.join("\n").trimEnd();
}

function rowsOf(each: TransitionCase): string[] {
  const outcomes = PHASES.map((phase) => ({ phase, ...outcomeOf(phase, each) }));
  const groups = new Map<string, Phase[]>();
  for (const { phase, next, effects } of outcomes) {
    if (next === null) continue;
    const list = effects.map((effect) => `\`${effect}\``).join(", ");
    // A phase that stays the same shares a row with the phases that change to it.
    const isShared = outcomes.some(
      (other) => other.phase !== next && other.next === next && `${other.effects}` === `${effects}`,
    );
    const tail = `${next === phase && !isShared ? "the same" : next} | ${list}`;
    groups.set(tail, [...(groups.get(tail) ?? []), phase]);
  }
  const name = each.name.replace(/^\w+/, (word) => `\`${word}\``);
  if (groups.size === 0) return [`| ${name} | none | | |`];
  return [...groups].map(([tail, phases]) => {
    const where = phases.length === PHASES.length ? "all" : phases.join(", ");
    return `| ${name} | ${where} | ${tail} |`;
  });
}
