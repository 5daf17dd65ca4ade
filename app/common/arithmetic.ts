/** The value of a typed expression, or why it cannot be read. */
export type Evaluation = { ok: true; value: number } | { ok: false; reason: string };

const SYNONYMS: Record<string, string> = { "×": "*", "·": "*", "÷": "/", "−": "-", "–": "-" };
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Evaluates the text of a number field: numbers, + - * / ^, brackets, "×" and "÷", a decimal comma,
 * "1.0 × 10⁻⁴". Recursive descent over the grammar
 *   sum = product (("+" | "-") product)*, product = power (("*" | "/") power)*, power = sign? atom ("^" power)?
 */
export function evaluate(text: string): Evaluation {
  const source = normalise(text);
  let at = 0;

  const peek = () => source[at];
  const take = (characters: string) => (characters.includes(source[at] ?? "\0") ? source[at++] : null);

  function sum(): number {
    let value = product();
    for (let operator = take("+-"); operator; operator = take("+-")) {
      const right = product();
      value = operator === "+" ? value + right : value - right;
    }
    return value;
  }

  function product(): number {
    let value = power();
    for (let operator = take("*/"); operator; operator = take("*/")) {
      const right = power();
      value = operator === "*" ? value * right : value / right;
    }
    return value;
  }

  function power(): number {
    const sign = take("+-");
    if (sign) return sign === "-" ? -power() : power();
    const base = atom();
    return take("^") ? base ** power() : base;
  }

  function atom(): number {
    if (take("(")) {
      const value = sum();
      if (!take(")")) throw new Unreadable("A bracket is not closed.");
      return value;
    }
    const match = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(source.slice(at));
    if (!match) {
      throw new Unreadable(
        peek() === undefined
          ? "The end of the formula is missing."
          : `“${source.slice(at)}” is not a number.`,
      );
    }
    at += match[0].length;
    return Number(match[0]);
  }

  try {
    if (source === "") return { ok: false, reason: "The field is empty." };
    const value = sum();
    if (at < source.length) return { ok: false, reason: `“${source.slice(at)}” is not a number.` };
    if (!Number.isFinite(value)) return { ok: false, reason: "That is not a finite number." };
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    throw error;
  }
}

class Unreadable extends Error {}

/** Removes spaces, replaces synonyms and superscripts by plain characters, and decimal commas by points. */
function normalise(text: string): string {
  return text
    .replace(
      /⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g,
      (run) => `^${[...run].map((c) => (c === "⁻" ? "-" : SUPERSCRIPTS.indexOf(c))).join("")}`,
    )
    .replace(/[×·÷−–]/g, (c) => SYNONYMS[c])
    .replace(/,/g, ".")
    .replace(/[\s\u202f\u00a0\u2009]/g, "");
}
