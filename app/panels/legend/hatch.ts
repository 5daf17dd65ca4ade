/** The start of a legend's ramp, hatched like unpainted surface. */
export const HATCH =
  "repeating-linear-gradient(45deg, #17181c 0 2px, #31353d 2px 4px) 0 0 / 8% 100% no-repeat";
