// Everything that the kernel module exports. Signature of a parallel kernel: (begin, end, slot, ...args),
// where [begin, end) is a block of items and slot the number of the thread, for its own scratch memory.
export { dot } from "./dot";
export { gatherTrajectories } from "./gather";
export { accumulateFrames, gramPanels, orthonormalise, projectTrajectories, rotateRows, sketchFrames } from "./basis";
export { product } from "./product";
export { cholesky, choleskySolve } from "./cholesky";
export { pairTable } from "./pair-table";
export { weightsOf, weightsScratch } from "./weights";
export { boneStatistics, listMembers } from "./statistics";
export { projectRotations, rigidGaussNewton, rigidScratch, rigidSweeps } from "./rigid-bones";
export { affineFactor, affineSolve } from "./affine-bones";
export { assignBones, fitBones, reduceBones } from "./clusters";
export { normalAngles, restSteps, rigErrors } from "./rig";
export { ringFits } from "./rings";
export { sparseFactor, sparseSolve } from "./sparse-ldlt";
export { alikeSums } from "./alike-sums";
export { gatherRings, smoothRings } from "./ring-smoothing";
