import type { Action } from "../../actions/action";
import { isElsewhere, refusalAtHome } from "../../actions/action-place";
import type { Stores } from "../../document/stores";

/** Letters and digits in lower case, words apart by one space: "Paint “rigid”…" is found by "paint rigid". */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+−-]+/gu, " ")
    .trim();

/** Whether the letters of a word come in a text in their order. */
function isScattered(word: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === word[at]) at++;
  return at === word.length;
}

/** Shorter words are scattered in most labels. */
const FEWEST_SCATTERED = 3;

/** How well one word finds a label, other words for the same, or what else is said of the action; 0 not at all. */
function scoreOfWord(word: string, label: string, others: readonly string[], rest: string): number {
  const parts = label.split(" ");
  if (parts[0].startsWith(word) || others.includes(word)) return 6;
  if (parts.some((part) => part.startsWith(word))) return 5;
  if (label.includes(word) || others.some((part) => part.startsWith(word))) return 4;
  if (
    parts
      .map((part) => part[0])
      .join("")
      .startsWith(word)
  )
    return 3;
  if (rest.includes(word)) return 2;
  return word.length >= FEWEST_SCATTERED && isScattered(word, label) ? 1 : 0;
}

/** How well a text finds an action: 0 not at all; the whole label above its beginning, and that above single words. */
function scoreOf(action: Action, text: string): number {
  const label = plain(action.label);
  if (label === text) return 1000;
  const others = plain(action.words ?? "").split(" ");
  const rest = plain(`${action.help ?? ""} ${action.id} ${(action.keys ?? []).join(" ")}`);
  let total = label.startsWith(text) ? 100 : 0;
  for (const word of text.split(" ")) {
    const score = scoreOfWord(word, label, others, rest);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/** Among equals: what is of this workspace, what is of all, what is of another, and last what cannot be done now. */
function standing(stores: Stores, action: Action): number {
  if (refusalAtHome(stores, action) !== null) return 3;
  if (isElsewhere(stores, action)) return 2;
  return action.home ? 0 : 1;
}

/** Actions that `text` finds, the best first, equals in the table's order. Without text all of them. */
export function searchActions(stores: Stores, actions: readonly Action[], text: string): Action[] {
  const wanted = plain(text);
  const found = actions
    .map((action) => ({
      action,
      score: wanted ? scoreOf(action, wanted) : 1,
      rank: standing(stores, action),
    }))
    .filter(({ score }) => score > 0);
  found.sort((a, b) => b.score - a.score || a.rank - b.rank);
  return found.map(({ action }) => action);
}
