import { tenths } from "../../../model/reports/figures";

/** Shorter searches are not worth a sentence, in seconds. */
const LONG = 10;

/** A sentence about further searches that took long and found nothing better. */
export const vainSearch = (seconds: number, found: boolean): string[] =>
  found || seconds < LONG
    ? []
    : [
        `Further searches took ${tenths(seconds)} s and found no better skeleton. “Keep this” or a time limit ends them earlier.`,
      ];
