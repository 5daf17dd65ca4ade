import type { Action } from "../../actions/action";
import { isElsewhere, refusalAtHome } from "../../actions/action-place";
import { isSetting } from "../../actions/setting-actions";
import type { Stores } from "../../document/stores";

/** Lower-case letters and digits, with words separated by one space: "paint rigid" finds "Paint “rigid”…". */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+−-]+/gu, " ")
    .trim();

/** Whether a text contains the letters of a word in the same order. */
function isScattered(word: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === word[at]) at++;
  return at === word.length;
}

/** Only words of at least this length may be scattered. Shorter ones would match most labels. */
const FEWEST_SCATTERED = 3;

/** Scores the match of one word with an action's label, its synonyms or its other texts; 0 for no match. */
function scoreOfWord(word: string, label: string, others: readonly string[], rest: string): number {
  const parts = label.split(" ");
  if (parts[0].startsWith(word) || others.includes(word)) return 6;
  if (parts.some((part) => part.startsWith(word))) return 5;
  if (label.includes(word)) return 4;
  if (others.some((part) => part.startsWith(word))) return 3;
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

const EXACT = 1000;

/** The texts of an action that the search reads, in plain form. */
interface Texts {
  label: string;
  others: readonly string[];
  rest: string;
}

const known = new WeakMap<Action, Texts>();

function textsOf(action: Action): Texts {
  const texts = known.get(action) ?? {
    label: plain(action.label),
    others: plain(action.words ?? "").split(" "),
    rest: plain(`${action.help ?? ""} ${action.id} ${(action.keys ?? []).join(" ")}`),
  };
  known.set(action, texts);
  return texts;
}

/**
 * Scores the match of a text with an action; 0 for no match. The whole label ranks first, then a synonym, then the
 * beginning of the label, then single words.
 */
function scoreOf(action: Action, text: string): number {
  const { label, others, rest } = textsOf(action);
  // An action comes before a setting of the same name.
  if (label === text) return EXACT - (isSetting(action) ? 1 : 0);
  let total = others.includes(text) ? SYNONYM : label.startsWith(text) ? BEGINS : 0;
  for (const word of text.split(" ")) {
    const score = scoreOfWord(word, label, others, rest);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/** A whole synonym ranks before a label that begins with the text, even one of this workspace. */
const SYNONYM = 220;
const BEGINS = 100;

/**
 * The order of equal scores: actions of this workspace, general ones, those of other workspaces, and those that cannot
 * run now.
 */
function standing(stores: Stores, action: Action): number {
  if (refusalAtHome(stores, action) !== null) return 3;
  if (isElsewhere(stores, action)) return 2;
  return action.home ? 0 : 1;
}

/** A match of whole words or their beginnings scores at least this for each word. */
const CLEAR = 4;

/** The bonus for this workspace. A clear match here beats a label elsewhere that begins with the text. */
function atHome(score: number, rank: number, words: number): number {
  if (rank !== 0 || score >= EXACT - 1) return 0;
  return score >= CLEAR * words ? BEGINS + CLEAR : 1;
}

/**
 * The actions that match `text`, the best first: those of this workspace before others that match about as well.
 * Equals are in the table's order; without a text, all actions.
 */
export function searchActions(stores: Stores, actions: readonly Action[], text: string): Action[] {
  const wanted = plain(text);
  const found = actions
    .map((action) => ({
      action,
      score: wanted ? scoreOf(action, wanted) : 1,
      rank: standing(stores, action),
    }))
    .filter(({ score }) => score > 0);
  const points = ({ score, rank }: (typeof found)[number]) =>
    score + (wanted ? atHome(score, rank, wanted.split(" ").length) : 0);
  found.sort((a, b) => points(b) - points(a) || a.rank - b.rank);
  return found.map(({ action }) => action);
}
