import { howMany } from "../../../model/reports/figures";
import { decodeText, POWERS_OF_TEN } from "../../source/text-cursor";
import { DocumentSize, type FbxArray, FbxDamage, type FbxNode, type FbxValue, MOST_DEPTH } from "./node";

const [NEWLINE, SPACE, QUOTE, STAR, COMMA, COLON, SEMICOLON, OPEN, CLOSE] = [
  10, 32, 34, 42, 44, 58, 59, 123, 125,
];

/** The most numbers of all lists of a file. A text of 500 MB has fewer. */
const MOST_NUMBERS = 2e8;

/** A list in a text file: `*count { a: numbers }`. */
class TextArray implements FbxArray {
  readonly count: number;
  private readonly values: Float64Array;
  private readonly name: string;

  constructor(name: string, count: number, values: Float64Array) {
    this.name = name;
    this.count = count;
    this.values = values;
  }

  numbers(): ArrayLike<number> {
    if (this.values.length === this.count) return this.values;
    throw new FbxDamage(
      `A list "${this.name}" has ${howMany(this.values.length, "number")} and says that it has ${this.count}.`,
    );
  }

  bits(): Uint32Array {
    return Uint32Array.from(this.values);
  }
}

class TextReader {
  readonly top: FbxNode[] = [];
  private readonly bytes: Uint8Array;
  private readonly size = new DocumentSize();
  private at = 0;
  private numberCount = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Reads all records, nested by braces. */
  run(): void {
    const open: FbxNode[] = [];
    while (this.next()) {
      if (this.bytes[this.at] === CLOSE) {
        if (!open.pop()) throw new FbxDamage("It closes a brace that was not opened.");
        this.at++;
        continue;
      }
      const node: FbxNode = { name: this.name(), values: [], children: [] };
      this.size.addRecord();
      (open.at(-1)?.children ?? this.top).push(node);
      if (!this.values(node)) continue;
      if (open.length >= MOST_DEPTH) throw new FbxDamage(`Its records nest more than ${MOST_DEPTH} deep.`);
      open.push(node);
    }
    if (open.length > 0) throw new FbxDamage("It ends in the middle.");
  }

  /**
   * Moves to the next character that is neither blank nor part of a comment.
   * @returns false at the end.
   */
  private next(): boolean {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      if (bytes[this.at] === SEMICOLON) this.skipLine();
      else if (bytes[this.at] > SPACE) return true;
    }
    return false;
  }

  private skipLine(): void {
    while (this.at < this.bytes.length && this.bytes[this.at] !== NEWLINE && this.bytes[this.at] !== 13)
      this.at++;
  }

  private name(): string {
    const begin = this.at;
    while (this.at < this.bytes.length && this.bytes[this.at] > SPACE && this.bytes[this.at] !== COLON)
      this.at++;
    const name = decodeText(this.bytes.subarray(begin, Math.min(this.at, begin + 100)));
    if (this.bytes[this.at] !== COLON) throw new FbxDamage(`After "${name}" a colon is missing.`);
    this.at++;
    return name;
  }

  /**
   * Reads the values of a record up to the end of its line, or further if the line ends with a comma.
   * @returns whether a brace opens.
   */
  private values(node: FbxNode): boolean {
    let mayEnd = true;
    for (;;) {
      if (!this.nextInRecord(mayEnd)) return false;
      const c = this.bytes[this.at];
      if (c === CLOSE) return false;
      if (c === OPEN) {
        this.at++;
        return true;
      }
      mayEnd = c !== COMMA;
      if (c === COMMA) this.at++;
      else {
        this.size.addValue();
        node.values.push(this.value(node.name));
      }
    }
  }

  /**
   * Moves to the next character of a record.
   * @returns false at its end.
   */
  private nextInRecord(mayEnd: boolean): boolean {
    const { bytes } = this;
    if (!mayEnd) return this.next();
    while (this.at < bytes.length && bytes[this.at] <= SPACE && bytes[this.at] !== NEWLINE) this.at++;
    if (this.at < bytes.length && bytes[this.at] > SPACE && bytes[this.at] !== SEMICOLON) return true;
    // A list may continue with a comma in the next line, and a brace may open there.
    return this.next() && (bytes[this.at] === COMMA || bytes[this.at] === OPEN);
  }

  private value(name: string): FbxValue {
    const { bytes } = this;
    const c = bytes[this.at];
    if (c === QUOTE) return this.text();
    if (c === STAR) return this.array(name);
    const begin = this.at;
    while (this.at < bytes.length && bytes[this.at] > SPACE && !isMark(bytes[this.at])) this.at++;
    if (this.at === begin) throw new FbxDamage(`A value of "${name}" is missing.`);
    return wordValue(decodeText(bytes.subarray(begin, Math.min(this.at, begin + 1000))));
  }

  private text(): string {
    const end = this.bytes.indexOf(QUOTE, this.at + 1);
    if (end < 0) throw new FbxDamage("It ends in the middle of a text.");
    const text = decodeText(this.bytes.subarray(this.at + 1, end));
    this.at = end + 1;
    return text.includes("&") ? text.replaceAll("&quot;", '"').replaceAll("&amp;", "&") : text;
  }

  private array(name: string): TextArray {
    this.at++;
    const count = this.number();
    if (!(count >= 0) || !this.next() || this.bytes[this.at] !== OPEN) {
      throw new FbxDamage(`A list "${name}" does not begin.`);
    }
    this.at++;
    if (!this.next()) throw new FbxDamage("It ends in the middle.");
    // The numbers begin with "a:". An empty list may lack it.
    if (this.bytes[this.at] !== CLOSE) this.name();
    const values: number[] = [];
    while (this.next() && this.bytes[this.at] !== CLOSE) {
      if (this.bytes[this.at] === COMMA) {
        this.at++;
        continue;
      }
      if (++this.numberCount > MOST_NUMBERS) throw new FbxDamage("Its lists have too many numbers.");
      values.push(this.number());
    }
    if (this.at >= this.bytes.length) throw new FbxDamage("It ends in the middle.");
    this.at++;
    return new TextArray(name, count, Float64Array.from(values));
  }

  /** The number at the cursor, correctly rounded; NaN for other words. Always moves forward. */
  private number(): number {
    const { bytes } = this;
    const begin = this.at;
    let at = begin;
    const isNegative = bytes[at] === 45;
    if (isNegative) at++;
    let [mantissa, decimals, digits, dots] = [0, 0, 0, 0];
    for (; at < bytes.length; at++) {
      const c = bytes[at];
      if (c === 46) dots++;
      else if (c >= 48 && c <= 57) {
        mantissa = 10 * mantissa + c - 48;
        if (mantissa > 0) digits++;
        if (dots > 0) decimals++;
      } else break;
    }
    const isWhole = at >= bytes.length || bytes[at] <= SPACE || isMark(bytes[at]);
    if (isWhole && at > begin && digits <= 15 && decimals <= 22 && dots <= 1) {
      this.at = at;
      const value = mantissa / POWERS_OF_TEN[decimals];
      return isNegative ? -value : value;
    }
    while (at < bytes.length && bytes[at] > SPACE && !isMark(bytes[at])) at++;
    this.at = Math.max(at, begin + 1);
    return Number(decodeText(bytes.subarray(begin, Math.min(this.at, begin + 100))));
  }
}

const isMark = (c: number) => c === COMMA || c === OPEN || c === CLOSE || c === QUOTE;

/** A word as a number if it is a number. T, Y, W and other words stay text. */
function wordValue(word: string): FbxValue {
  if (/^[-+]?\d+$/.test(word)) {
    const value = Number(word);
    return Number.isSafeInteger(value) ? value : BigInt(word);
  }
  const value = Number(word);
  return Number.isNaN(value) && !/^[-+]?(?:nan|\d\.#)/i.test(word) ? word : value;
}

/**
 * The records of a text file of version 7.
 * @throws FbxDamage if its braces do not match, or it exceeds the limits of memory.
 */
export function readText(bytes: Uint8Array): FbxNode[] {
  const reader = new TextReader(bytes);
  reader.run();
  return reader.top;
}
