import type { Initialiser } from "../../model/solve/methods";
import type { MethodSize } from "../methods/method";
import { curvatureStartBytes, startCurvature } from "./curvature/start-curvature";
import { edgeCollapseBytes, startEdgeCollapse } from "./edge-collapse/start-edge-collapse";
import { meanShiftBytes, startMeanShift } from "./mean-shift/start-mean-shift";
import { startRegions } from "./regions/start-regions";
import { spectralStartBytes, startSpectral } from "./spectral/start-spectral";
import type { Start } from "./start-context";
import { startFarthest } from "./start-farthest";
import { startFlat } from "./start-flat";
import { hisStartBytes, startHis } from "./start-his";
import { startKmeans } from "./start-kmeans";
import { startLbg } from "./start-lbg";
import { oneRingBytes, startOneRing } from "./start-one-ring";

/** All initialisers by name. */
export const STARTS: Partial<Record<Initialiser, Start>> = {
  kmeans: startKmeans,
  farthest: startFarthest,
  lbg: startLbg,
  flat: startFlat,
  his: startHis,
  regions: startRegions,
  "mean-shift": startMeanShift,
  "edge-collapse": startEdgeCollapse,
  "one-ring": startOneRing,
  spectral: startSpectral,
  curvature: startCurvature,
};

/** Arena bytes for initialisers that need more than k-means on all vertices. */
const BYTES: Partial<Record<Initialiser, (size: MethodSize, threads: number) => number>> = {
  his: hisStartBytes,
  "one-ring": oneRingBytes,
  spectral: spectralStartBytes,
  "mean-shift": ({ frames, corners }, threads) => meanShiftBytes(frames, corners, threads),
  curvature: curvatureStartBytes,
  "edge-collapse": ({ vertices, frames, corners }) => edgeCollapseBytes(vertices, frames, corners),
};

/** Arena bytes for a chosen initialiser, besides the memory that all of them share. */
export const startBytes = (name: Initialiser | null, size: MethodSize, threads: number): number =>
  (name && BYTES[name]?.(size, threads)) || 0;

/** The initialiser of that name, or `own` if none is chosen. */
export const chosenStart = (name: Initialiser | null, own: Start): Start => (name && STARTS[name]) || own;
