import { capital } from "../../common/capital";

/** Readable name of a figure that only one method reports: "eRmsBeforeSparsing" becomes "Error before sparsing". */
export function figureName(name: string): string {
  const words = name
    .replace(/e_?rms/gi, "Error")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\s-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : capital(words);
}
