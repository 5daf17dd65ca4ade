import { useService, useStudio } from "../../../../actions/studio";
import { setExtraction } from "../../../../document/skeleton/extract-commands";
import { useDocument, useStore, useStores, useWork } from "../../../../document/use-stores";
import { Segmented } from "../../../../ui/choices/Segmented";
import { Field } from "../../../../ui/fields/Field";
import { EXTRACTING } from "../../runs/extract/extracting";
import { EXTRACTIONS, type Joints } from "../../runs/extract/extractions";
import { PULLING } from "../../runs/extract/pulling";

const NOT_KNOWN = "Soft joints are no longer known for this skeleton. Extract again to see them.";

/** Bones may slide at soft joints; strict joints pin them. Every run finds both, so the switch is instant. */
export function JointsField() {
  const stores = useStores();
  const { history } = useStudio();
  const extracting = useService(EXTRACTING);
  const pulling = useService(PULLING);
  const { joints, pull } = useDocument((state) => state.extraction);
  const busy = useWork((work) => work.extraction !== null || work.resolving !== null);
  const rig = useDocument((state) => state.rig);
  const method = useDocument((state) => state.skeletonReport?.method ?? null);
  const found = useStore(EXTRACTIONS, ({ results }) => {
    const result = method && results[method];
    return result && "found" in result ? result.found : null;
  });
  const isFound = (kind: Joints) =>
    found?.[joints]?.rig.motion === rig?.motion && found?.[kind] !== undefined;
  const refusal = (kind: Joints) => {
    if (kind === joints) return null;
    if (busy) return "A skeleton edit is being solved.";
    return method && kind === "soft" && !isFound(kind) ? NOT_KNOWN : null;
  };
  const choose = (next: Joints) => {
    if (next === joints) return;
    if (!method) history.run(setExtraction(stores, { joints: next }));
    else if (isFound(next)) extracting.show(next);
    // An edited skeleton has no result with strict joints yet.
    else void pulling.take(pull, next);
  };
  return (
    <Field label="Joints">
      <Segmented
        label="Joints"
        value={joints}
        options={[
          { value: "soft", label: "Soft", refusal: refusal("soft") },
          { value: "strict", label: "Strict", refusal: refusal("strict") },
        ]}
        onChange={choose}
      />
    </Field>
  );
}
