/**
 * The phases of a solve in the order in which each came last. One that comes again goes to the end: whatever stands
 * before the last is done.
 */
export function withPhase(phases: readonly string[], phase: string): string[] {
  return phases.at(-1) === phase ? [...phases] : [...phases.filter((known) => known !== phase), phase];
}
