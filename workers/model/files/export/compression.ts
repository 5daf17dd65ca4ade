/** How a file gets smaller. */
export const COMPRESSIONS = ["none", "quantised", "meshopt"] as const;
export type Compression = (typeof COMPRESSIONS)[number];
export const PRECISIONS = ["fine", "medium", "coarse"] as const;
export type Precision = (typeof PRECISIONS)[number];
