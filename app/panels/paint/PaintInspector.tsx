import { BindSection } from "./BindSection";
import { BrushSection } from "./BrushSection";
import { ConstraintSection } from "./ConstraintSection";
import { ExemplarSection } from "./ExemplarSection";
import { JointSection } from "./JointSection";
import { SkeletonSection } from "./SkeletonSection";

/** What the tool of the Paint workspace offers, and how the weights are found. */
export function PaintInspector() {
  return (
    <>
      <BrushSection />
      <SkeletonSection />
      <BindSection />
      <ConstraintSection />
      <ExemplarSection />
      <JointSection />
    </>
  );
}
