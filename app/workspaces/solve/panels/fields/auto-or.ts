/** Formats a number for which 0 means that the solver chooses. */
export const autoOr =
  <T>(write: (x: number) => T) =>
  (x: number): T | "auto" =>
    x === 0 ? "auto" : write(x);
