/** The ways to compress a file. */
export const COMPRESSIONS = ["none", "quantised", "meshopt"] as const;
export type Compression = (typeof COMPRESSIONS)[number];
export const PRECISIONS = ["fine", "medium", "coarse"] as const;
export type Precision = (typeof PRECISIONS)[number];
