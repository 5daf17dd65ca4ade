/** Adds up the seconds of phases, in the order in which they first came. */
export class PhaseClock {
  private readonly seconds = new Map<string, number>();

  async time<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    try {
      return await work();
    } finally {
      const before = this.seconds.get(phase) ?? 0;
      this.seconds.set(phase, before + (performance.now() - begin) / 1000);
    }
  }

  entries(): [phase: string, seconds: number][] {
    return [...this.seconds];
  }
}
