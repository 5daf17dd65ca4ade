// Everything that the kernel module exports. The signature of a parallel kernel is (begin, end, slot, ...args), where
// [begin, end) is a block of items and slot the number of the thread, which has its own scratch memory. Its size is
// given in f64 numbers, the "scratch numbers".

export { arapAssemble, arapInvert } from "./arap/assemble";
export { arapClamp, arapFilter, arapSpread, arapWiden } from "./arap/clean-up";
export { arapCoarseDirection, arapCoarseRows, arapRestrict } from "./arap/coarse-level";
export { arapAdvance, arapDirection, arapMultiply } from "./arap/conjugate-gradients";
export { arapScratch } from "./arap/records";
export { arapGather, arapRightSide } from "./arap/right-side";
export { arapRotations } from "./arap/rotations";
export { seedClusters } from "./arap/seed-clusters";
export { arapPose, arapPulls, arapStrains } from "./arap/strain";
export { affineFactor, affineScratch, affineSolve } from "./bones/affine";
export { boneGram, boneGramScratch } from "./bones/bone-gram";
export { listOverlaps } from "./bones/overlaps";
export { rigidGaussNewton, rigidGaussNewtonScratch } from "./bones/rigid-gauss-newton";
export { projectRotations, rigidSweeps, rigidSweepsScratch } from "./bones/rigid-sweeps";
export { boneStatistics, listMembers, statisticsScratch } from "./bones/statistics";
export { alikeSums } from "./deform/alike-sums";
export { gatherRings, smoothRings } from "./deform/ring-smoothing";
export { cholesky, choleskySolve } from "./dense/cholesky";
export { dot } from "./dense/dot";
export { product } from "./dense/product";
export { weightedGrams, weightedGramsScratch } from "./dense/weighted-grams";
export { assignBones, clusterScratch, fitBones, reduceBones } from "./initialisers/clusters";
export { meanShift, meanShiftScratch, mergeModes } from "./initialisers/mean-shift";
export { motionDissimilarity } from "./initialisers/motion-affinity";
export { oneError } from "./initialisers/one-error";
export { removeDirection } from "./initialisers/pivots";
export { pairErrors, setMoments } from "./initialisers/rigid-moments";
export { ringFits, ringFitsScratch } from "./initialisers/ring-fits";
export { ringMotions, ringMotionsScratch } from "./initialisers/ring-motions";
export { blendGradient, blendScratch } from "./method-weights/blend-gradient";
export { flatRest } from "./method-weights/flat-rest";
export { flatStatistics } from "./method-weights/flat-statistics";
export { flatScratch, flatWeights } from "./method-weights/flat-weights";
export { hingeStep } from "./method-weights/hinge";
export { nearestScratch, nearestWeights } from "./method-weights/nearest-weights";
export { nnlsScratch, nonNegativeWeights } from "./method-weights/nnls";
export { reduceCandidates, reduceCandidatesScratch } from "./reduce/candidates";
export { reduceGradientErrors } from "./reduce/gradient-errors";
export { reduceGrams, reduceGramsScratch } from "./reduce/grams";
export { reduceNormals } from "./reduce/normals";
export { reduceOneMore, reduceOneMoreScratch } from "./reduce/one-more";
export { reducePatches, reducePatchesScratch } from "./reduce/patches";
export { reduceRetarget, reduceRigidSides, reduceRotations, reduceRotationsScratch } from "./reduce/rigid";
export { reduceLaplacians, reduceStart, reduceSweep, reduceSweepScratch } from "./reduce/sweeps";
export { correctionSketch, sketchScratch } from "./rig/correction-sketch";
export { correctionStep, stepScratch } from "./rig/correction-step";
export { rigErrors, rigErrorsScratch } from "./rig/errors";
export {
  changeBins,
  changeOfBin,
  frameFigures,
  frameFiguresScratch,
  vertexSquares,
} from "./rig/frame-figures";
export { normalAngles, normalAnglesScratch } from "./rig/normal-angles";
export { rigPositions, rigPositionsScratch } from "./rig/positions";
export { restFromSums, restNumbers, restSteps, restStepsScratch, restSums } from "./rig/rest-steps";
export { polarPairs, polarScratch } from "./rotations/polar";
export { triangleRotations, triangleRotationsScratch } from "./rotations/triangle-rotations";
export { strictScratch } from "./skeleton/strict-frame";
export { strictSteps, strictTrial } from "./skeleton/strict-gauss-newton";
export { strictRuns } from "./skeleton/strict-levenberg";
export { strictReduce } from "./skeleton/strict-reduce";
export { treeBones, treeRows } from "./skeleton/tree";
export { sparseFactor } from "./sparse/factor";
export { sparseSolve, sparseSolveOne } from "./sparse/solve";
export { sparseGrowth, sparseUpdate } from "./sparse/update";
export {
  accumulateFrames,
  accumulateScratch,
  gramPanels,
  orthonormalise,
  projectScratch,
  projectTrajectories,
  rotateRows,
  rotateScratch,
  sketchFrames,
} from "./trajectories/basis";
export { gatherTrajectories } from "./trajectories/gather";
export { twoLayerScratch } from "./two-layer/blend";
export { twoLayerAtoms, twoLayerAtomsScratch } from "./two-layer/dictionary";
export { twoLayerFlood, twoLayerWorst } from "./two-layer/flood";
export { twoLayerForms } from "./two-layer/forms";
export { twoLayerNearest, twoLayerNearestScratch } from "./two-layer/nearest";
export { twoLayerProducts, twoLayerProductsScratch } from "./two-layer/products";
export { twoLayerShares, twoLayerSweep } from "./two-layer/sweep";
export { pairTable } from "./weights/pair-table";
export { regionErrors, regionScratch } from "./weights/regions";
export { weightsOf, weightsScratch } from "./weights/weights";
