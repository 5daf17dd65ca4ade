/** The number of vertices that a new bone is fitted to (Le & Deng 2012, section 4.3). */
export const PATCH = 20;
