/** The ways to compress a file. */
export const COMPRESSIONS = ["none", "quantised", "meshopt"] as const;
export type Compression = (typeof COMPRESSIONS)[number];
export const PRECISIONS = ["fine", "medium", "coarse"] as const;
export type Precision = (typeof PRECISIONS)[number];

/** The number of steps from weight 0 to 1 in a compressed file: weights of 16 or 8 bits. */
export const WEIGHT_STEPS: Record<Precision, 65535 | 255> = { fine: 65535, medium: 255, coarse: 255 };
