import { GoalFields } from "./GoalFields";
import { InitialiserField, MethodField } from "./MethodFields";
import { InfluencesField, MotionField, SmoothnessField } from "./SolveSettings";

/** The settings that a solve can follow while it runs. */
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
