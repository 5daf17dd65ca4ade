import type { SkeletonMethod } from "../model/skeleton/extract/extract-settings";
import { autoSkeleton } from "./auto/auto";
import { connect } from "./connect/connect";
import type { FindSkeleton } from "./method";
import { aguiar } from "./published/aguiar/aguiar";
import { hasler } from "./published/hasler";
import { multiPass } from "./published/multi-pass/multi-pass";
import { schaefer } from "./published/schaefer/schaefer";

/** The methods. They find a tree with soft joints, which is made strict afterwards. */
export const SKELETON_METHODS: Record<SkeletonMethod, FindSkeleton> = {
  auto: autoSkeleton,
  connect,
  "multi-pass": multiPass,
  schaefer,
  aguiar,
  hasler,
};
