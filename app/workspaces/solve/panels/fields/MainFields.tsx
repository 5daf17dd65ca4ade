import { GoalFields } from "./GoalFields";
import { InitialiserField, MethodField } from "./MethodFields";
import { InfluencesField, MotionField, SmoothnessField } from "./SolveSettings";

/** The settings that may change during a solve. */
export function MainFields() {
  return (
    <>
      <MethodField />
      <GoalFields />
      <InfluencesField />
      <MotionField />
      <SmoothnessField />
      <InitialiserField />
    </>
  );
}
