import { CorrectionStatus } from "./CorrectionStatus";
import { PathStatus } from "./PathStatus";

/** The background work of the workspace. */
export function SolveStatus() {
  return (
    <>
      <CorrectionStatus />
      <PathStatus />
    </>
  );
}
