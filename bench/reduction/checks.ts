/** The statements that a bench checks. Each is printed, whether it holds or not. */
export class Checks {
  private readonly lines: { holds: boolean; what: string }[] = [];

  check(holds: boolean, what: string): void {
    this.lines.push({ holds, what });
  }

  /** @returns whether all hold. */
  print(): boolean {
    const missed = this.lines.filter(({ holds }) => !holds);
    console.log(`${this.lines.length - missed.length} of ${this.lines.length} checks hold`);
    for (const { holds, what } of this.lines) console.log(`${holds ? "  holds   " : "  MISSED  "}${what}`);
    return missed.length === 0;
  }
}
