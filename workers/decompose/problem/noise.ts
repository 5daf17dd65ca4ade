/** Below this E_RMS, the error is the rounding of f32 positions, and no bone can reduce it. */
export const NOISE = 1e-3;
