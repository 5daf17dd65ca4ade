// Everything that the kernel module exports. Signature of a parallel kernel: (begin, end, slot, ...args),
// where [begin, end) is a block of items and slot the number of the thread, for its own scratch memory.
export { dot } from "./dot";
export { gatherTrajectories } from "./gather";
