import type { Action } from "../actions/action";

const KINDS = ["rig", "file", "edit", "view", "shading", "play", "workspace", "help"];

/** How well `words` find an action: 0 not at all; higher where they begin the label or a word of it. */
function score(action: Action, words: string[]): number {
  const label = action.label.toLowerCase();
  const rest = `${action.help ?? ""} ${action.id} ${(action.keys ?? []).join(" ")}`.toLowerCase();
  let total = 0;
  for (const word of words) {
    if (label.startsWith(word)) total += 4;
    else if (label.split(/[\s:]+/).some((part) => part.startsWith(word))) total += 3;
    else if (label.includes(word)) total += 2;
    else if (rest.includes(word)) total += 1;
    else return 0;
  }
  return total;
}

/**
 * Actions that `text` finds, the best first; what cannot be done now comes last among equals. Without text all of
 * them, in the order of the work.
 */
export function searchActions(actions: Action[], text: string): Action[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (action: Action) =>
    KINDS.indexOf(action.id.split(".")[0]) + (action.refusal?.() ? KINDS.length : 0);
  const found = actions
    .map((action) => ({ action, score: words.length === 0 ? 1 : score(action, words), rank: rank(action) }))
    .filter((each) => each.score > 0);
  found.sort((a, b) => b.score - a.score || a.rank - b.rank);
  return found.map((each) => each.action);
}
