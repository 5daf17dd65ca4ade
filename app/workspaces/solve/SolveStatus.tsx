import { CorrectionStatus } from "./CorrectionStatus";
import { LiveSettingsStatus } from "./LiveSettingsStatus";
import { PathStatus } from "./PathStatus";

/** The background work of the workspace. */
export function SolveStatus() {
  return (
    <>
      <CorrectionStatus />
      <LiveSettingsStatus />
      <PathStatus />
    </>
  );
}
