/** The address of something that may be missing: 0 is nothing. */
export type Optional = usize;
