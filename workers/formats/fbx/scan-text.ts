import { FbxDamage, type FbxOutline, OutlineBuilder } from "./outline";

const NEWLINE = 10;
/** `Name: values`, followed by a brace if it contains records. */
const RECORD = /^(\w+):(.*)$/;

/** Values between commas: text without its quotes, or numbers as three's reader parses them. */
function valuesOf(list: string): (string | number)[] {
  return list.split(",").map((value) => {
    const plain = value.trim();
    const number = Number.parseInt(plain, 10);
    return Number.isNaN(number) ? plain.replaceAll('"', "") : number;
  });
}

class TextScanner {
  readonly builder = new OutlineBuilder();
  private readonly open: string[] = [];
  /** Numbers of the open list, and its name; null if they are not needed. */
  private list: { name: string; numbers: number[] } | null = null;

  /**
   * Reads one line. Three's reader finds a line's parent by its tabs and skips lines that do not fit. If tabs and
   * braces disagreed, it would take one record's numbers for another's.
   * @throws FbxDamage in that case.
   */
  line(raw: string): void {
    const text = raw.trim();
    if (text === "" || text.startsWith(";")) return;
    let tabs = 0;
    while (raw[tabs] === "\t") tabs++;
    const record = RECORD.exec(text);
    const opens = record?.[2].includes("{") ?? false;
    if (text.startsWith("}")) this.close(tabs);
    else if (record && opens) this.begin(record[1], record[2], tabs);
    else if (record) this.property(record[1], record[2]);
    else if (tabs === 0) this.numbers(text);
  }

  /** @throws FbxDamage if records are still open. */
  end(): void {
    if (this.open.length > 0) throw new FbxDamage("It ends in the middle.");
  }

  private begin(name: string, values: string, tabs: number): void {
    this.checkTabs(tabs, this.open.length, name);
    if (this.open.length === 1 && this.open[0] === "Objects") {
      this.builder.object(name, valuesOf(values.slice(0, values.lastIndexOf("{"))));
    }
    this.open.push(name);
    if (this.builder.wants(name)) this.list = { name, numbers: [] };
  }

  private property(name: string, values: string): void {
    if (name === "a") this.numbers(values);
    else if (this.open.length === 1 && this.open[0] === "Connections" && name === "C") {
      this.builder.connection(valuesOf(values));
    }
  }

  private checkTabs(tabs: number, depth: number, name: string): void {
    if (tabs === depth) return;
    throw new FbxDamage(
      `The record "${name.slice(0, 40)}" is indented by ${tabs}, but lies in ${depth} others.`,
    );
  }

  private numbers(text: string): void {
    for (const value of text.split(","))
      if (value.trim() !== "") this.list?.numbers.push(Number.parseFloat(value));
  }

  private close(tabs: number): void {
    const name = this.open.pop() ?? "";
    this.checkTabs(tabs, this.open.length, name);
    if (!this.list || this.list.name !== name) return;
    this.builder.array(this.list.name, this.list.numbers);
    this.list = null;
  }
}

/**
 * The outline of a text FBX, line by line.
 * @throws FbxDamage if its braces and tabs do not match.
 */
export function scanText(bytes: Uint8Array): FbxOutline {
  const scanner = new TextScanner();
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline < 0 ? bytes.length : newline;
    for (const line of decoder.decode(bytes.slice(from, end)).split("\r")) scanner.line(line);
    from = end + 1;
  }
  scanner.end();
  return scanner.builder.outline;
}
