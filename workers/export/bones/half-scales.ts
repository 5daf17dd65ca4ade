import { nearestHalf } from "../../math/order/nearest-half";
import type { BoneTracks } from "./bone-tracks";

/** The tracks as a format with half floats for scales stores them. */
export const withHalfScales = (tracks: BoneTracks): BoneTracks => ({
  ...tracks,
  scales: tracks.scales?.map(nearestHalf) ?? null,
});
