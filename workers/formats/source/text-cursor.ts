import { SinewError } from "../../model/errors";

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const BACKSLASH = 92;

/** Powers that are exact in f64, so that a single multiplication or division rounds correctly (Clinger 1990). */
export const POWERS_OF_TEN = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const isDigit = (c: number) => c >= 48 && c <= 57;
const isBlank = (c: number) => c === SPACE || c === TAB || c === RETURN;

/** Reads the bytes of a text of numbers, and counts lines for its error messages. */
export class TextCursor {
  at = 0;
  end: number;
  /** The line of `at`, from 1. */
  line: number;
  bytes: Uint8Array;
  readonly name: string;

  constructor(name: string, bytes: Uint8Array, line = 1) {
    this.name = name;
    this.bytes = bytes;
    this.end = bytes.length;
    this.line = line;
  }

  /** @throws SinewError with the file and the line. */
  fail(body: string): never {
    throw new SinewError({
      title: `${this.name} is damaged in line ${this.line}`,
      body: `${body} Export it again.`,
      facts: [[this.name, `line ${this.line}`]],
    });
  }

  /**
   * Moves to the next word of this line. A backslash before a line's end joins it with the next. Returns false at the
   * line's end.
   */
  nextWord(): boolean {
    const { bytes, end } = this;
    while (this.at < end) {
      const c = bytes[this.at];
      if (isBlank(c)) this.at++;
      else if (c === BACKSLASH && this.skipJoin()) continue;
      else return c !== NEWLINE;
    }
    return false;
  }

  /** Moves past this line's end, and past the lines joined to it. */
  skipLine(): void {
    const { bytes, end } = this;
    while (this.at < end) {
      const c = bytes[this.at];
      if (c === BACKSLASH && this.skipJoin()) continue;
      this.at++;
      if (c === NEWLINE) {
        this.line++;
        return;
      }
    }
  }

  /** Moves past this line's end, even after a backslash, because a comment may end with a Windows path. */
  skipComment(): void {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.end : end + 1;
    if (end >= 0) this.line++;
  }

  /** Moves to the next word on this line or a later one. Returns false at the end of the text. */
  nextWordAnywhere(): boolean {
    while (!this.nextWord()) {
      if (this.at >= this.end) return false;
      this.at++;
      this.line++;
    }
    return true;
  }

  /** The word at the cursor, which moves past it. */
  word(): string {
    const begin = this.at;
    while (this.at < this.end && this.bytes[this.at] > SPACE) this.at++;
    return text(this.bytes, begin, this.at);
  }

  /** The rest of this line, trimmed. */
  restOfLine(): string {
    if (!this.nextWord()) return "";
    const begin = this.at;
    while (this.at < this.end && this.bytes[this.at] !== NEWLINE) this.at++;
    return decodeText(this.bytes.subarray(begin, this.at)).trim();
  }

  /**
   * Reads the number at the cursor, correctly rounded. The text may have NaN and infinities.
   * @throws SinewError if there is something else.
   */
  number(): number {
    const { bytes, end } = this;
    const begin = this.at;
    let at = begin;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    let mantissa = 0;
    let digits = 0;
    let decimals = 0;
    let c = bytes[at];
    for (; at < end && isDigit(c); c = bytes[++at]) {
      mantissa = mantissa * 10 + (c - 48);
      if (mantissa > 0) digits++;
    }
    if (at < end && c === 46) {
      for (c = bytes[++at]; at < end && isDigit(c); c = bytes[++at]) {
        mantissa = mantissa * 10 + (c - 48);
        if (mantissa > 0) digits++;
        decimals++;
      }
    }
    const plain = at >= end || c <= SPACE;
    if (!plain || digits > 15 || decimals > 22 || at - begin < 1 || !isDigit(bytes[at - 1])) {
      return this.slowNumber();
    }
    this.at = at;
    const value = mantissa / POWERS_OF_TEN[decimals];
    return negative ? -value : value;
  }

  /** Reads an integer that ends at a blank, a slash or the end, and moves past it. */
  integer(): number {
    const { bytes, end } = this;
    let at = this.at;
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    const begin = at;
    let value = 0;
    for (; at < end && isDigit(bytes[at]); at++) value = value * 10 + (bytes[at] - 48);
    if (at === begin || at - begin > 15) {
      this.fail(`It has "${this.word().slice(0, 40)}" where a whole number belongs.`);
    }
    this.at = at;
    return negative ? -value : value;
  }

  private slowNumber(): number {
    const word = this.word();
    const value = word === "" ? Number.NaN : Number(word);
    if (!Number.isNaN(value)) return value;
    // C and Fortran runtimes write "nan", "-nan(ind)", "1.#QNAN", "inf". The check of positions names the vertex.
    if (/^[+-]?(nan|\d\.#(qnan|snan|ind))/i.test(word)) return Number.NaN;
    if (/^[+-]?(inf|\d\.#inf)/i.test(word)) return word.startsWith("-") ? -Infinity : Infinity;
    return this.fail(
      word === "" ? "A number is missing." : `It has "${word.slice(0, 40)}" where a number belongs.`,
    );
  }

  /** Steps over a backslash and the line end after it. */
  private skipJoin(): boolean {
    let next = this.at + 1;
    if (this.bytes[next] === RETURN) next++;
    if (next >= this.end || this.bytes[next] !== NEWLINE) return false;
    this.at = next + 1;
    this.line++;
    return true;
  }
}

function text(bytes: Uint8Array, begin: number, end: number): string {
  let s = "";
  for (let i = begin; i < Math.min(end, begin + 200); i++) s += String.fromCharCode(bytes[i]);
  return s;
}

/** Decodes UTF-8. It never throws. The bytes are copied because TextDecoder refuses views of shared memory. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.slice());
}

/** The end of the last whole line in [0, end), or 0. Line ends after a backslash do not count. */
export function lastLineEnd(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    if (bytes[at] !== NEWLINE) continue;
    const before = bytes[at - 1] === RETURN ? bytes[at - 2] : bytes[at - 1];
    if (before !== BACKSLASH) return at + 1;
  }
  return 0;
}
