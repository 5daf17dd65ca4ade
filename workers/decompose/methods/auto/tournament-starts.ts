import type { SolveSettings } from "../../../model/solve/solve-settings";
import { startBytes } from "../../initialisers/initialisers";
import { startRegions } from "../../initialisers/regions/start-regions";
import { startSpectral } from "../../initialisers/spectral/start-spectral";
import type { Start } from "../../initialisers/start-context";
import { startFarthest } from "../../initialisers/start-farthest";
import { startFlat } from "../../initialisers/start-flat";
import { startKmeans } from "../../initialisers/start-kmeans";
import { startLbg } from "../../initialisers/start-lbg";
import type { MethodSize } from "../method";

/** Starts of `auto`, in order. Further ones are k-means++ with other seeds, as SSDR starts. */
const OWN = [startFarthest, startLbg, startFlat];

export const ownStart = (s: number): Start => OWN[s] ?? startKmeans;

/**
 * The starts of FSD and LSSP. They join the tournament after the own starts: `auto` should not lose to a method that
 * begins elsewhere. (That of EP-LBS looks good early and ends worse: 15 % on generated cloth.)
 */
const GUESTS: readonly Start[] = [startRegions, startSpectral];

/** A cost of connected patches above this share of the error is high. */
const MUCH = 0.1;

/** With fewer own starts there is no time for guests. */
const LEAST_OWN = 2;

/** Whether guests may join. The artist's own initialiser or budget leaves no room for them. */
export const mayInvite = ({ method, initialiser, iterations, seconds }: SolveSettings): boolean =>
  method === "auto" && !initialiser && iterations === null && seconds === null;

/**
 * The guests of a tournament. Spectral groups follow the motion alone, so their patches may lie apart. If the
 * artist wants connected patches at a high price, such bones only look best until the islands are gone.
 */
export function invited(settings: SolveSettings, own: number): readonly Start[] {
  if (!mayInvite(settings) || own < LEAST_OWN) return [];
  const { connected, patchCost } = settings;
  const mayPay = connected && (patchCost === null || patchCost > MUCH);
  return mayPay ? GUESTS.filter((guest) => guest === startRegions) : GUESTS;
}

/** Bytes of arena for guests, besides the memory that all starts share. */
export const guestBytes = (settings: SolveSettings, size: MethodSize, threads: number): number =>
  mayInvite(settings) ? startBytes("spectral", size, threads) : 0;
