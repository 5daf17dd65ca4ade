import type { Initialiser } from "../model/methods";
import type { Start } from "./clusters";
import { startFarthest } from "./start-farthest";
import { startFlat } from "./start-flat";
import { startKmeans } from "./start-kmeans";
import { startLbg } from "./start-lbg";
import { startOneRing } from "./start-one-ring";

/** Every way to find bones to start from, by name. */
export const STARTS: Partial<Record<Initialiser, Start>> = {
  kmeans: startKmeans,
  farthest: startFarthest,
  lbg: startLbg,
  flat: startFlat,
  "one-ring": startOneRing,
};

/** The initialiser of that name, or `own` where none was chosen. */
export const chosenStart = (name: Initialiser | null, own: Start): Start => (name && STARTS[name]) || own;
