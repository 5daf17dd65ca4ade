/** Writes a number of which 0 stands for what the solver thinks best. */
export const autoOr =
  <T>(write: (x: number) => T) =>
  (x: number): T | "auto" =>
    x === 0 ? "auto" : write(x);
