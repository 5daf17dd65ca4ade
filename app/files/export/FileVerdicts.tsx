import type { ExportResult } from "../../../workers/client";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { formatCount, formatError, formatLength, plural } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import type { Stores } from "../../document/stores";
import { useDocument, useStores } from "../../document/use-stores";
import { withMoreThan } from "../../document/weights/painted-vertices";
import { Note } from "../../ui/feedback/Note";
import { Icon } from "../../ui/icons/Icon";
import textCss from "../../ui/text/text.module.css";

/** Switches to the shading by number of influences, to show where the file keeps too few. */
function showInfluences(stores: Stores): void {
  closeDialog(stores);
  stores.view.setState(({ layout }) => ({
    workspace: "solve",
    shading: "influences",
    layout: layout === "source" ? "rig" : layout,
  }));
}

/** What the Khronos validator found. */
function ValidatorNote({ messages }: { messages: readonly string[] }) {
  return messages.length === 0 ? (
    <Note tone="ok">
      <Icon name="check" />
      <span>Checked by the glTF validator: no errors, no warnings.</span>
    </Note>
  ) : (
    <Note tone="err">
      <Icon name="error" />
      <span>{messages.slice(0, 3).join(" ")}</span>
    </Note>
  );
}

/** The validator's result, and what the file leaves out. */
export function FileVerdicts({
  result,
  sequence,
  influences,
  losesShear,
}: {
  result: ExportResult;
  sequence: MeshSequence;
  /** The largest number of influences per vertex in the file. */
  influences: number;
  /** Whether the file has the nearest transforms of bones that shear, at a cost. */
  losesShear: boolean;
}) {
  const stores = useStores();
  const added = formatLength(result.largestAdded * sequence.metresPerUnit);
  const rig = useDocument((state) => state.rig);
  const byHand = useDocument((state) => state.weightEdits.painted);
  const painted = rig ? withMoreThan(influences, byHand, rig.weights).length : 0;
  return (
    <>
      {losesShear && (
        <Note tone="warn">
          <Icon name="warn" />
          <span>
            One node cannot shear, so bones that do have the nearest rotation, scale and translation.{" "}
            {result.verticesReduced > 0 ? "With the influences that are left out, the error" : "The error"}{" "}
            goes from {formatError(result.eRmsNow)} to {formatError(result.eRmsInFile)}. Keep shear to avoid
            it, if your engine scales nodes above a bone.
          </span>
        </Note>
      )}
      {result.verticesReduced > 0 && (
        <Note tone="warn">
          <Icon name="warn" />
          <span>
            {plural(result.verticesReduced, "vertex loses", "vertices lose")} influences
            {painted > 0 && `, ${formatCount(painted)} of them painted by hand`}. It moves them by up to{" "}
            {added}.{" "}
            <button type="button" className={textCss.link} onClick={() => showInfluences(stores)}>
              Show them
            </button>
          </span>
        </Note>
      )}
      {result.validatorMessages && <ValidatorNote messages={result.validatorMessages} />}
    </>
  );
}
