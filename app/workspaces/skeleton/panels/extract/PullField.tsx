import { EXTRACT_DEFAULTS } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { useService } from "../../../../actions/studio";
import { formatFigure } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import { PULLING } from "../../runs/extract/pulling";

const ABOUT =
  "How strongly joints are pulled to where the surface bends. More places them inside the body, less lowers the error. A skeleton that is extracted at the default has far joints pulled harder; any other value counts for all joints as it is.";

/** The pull on the joints. The joints of an extracted skeleton follow a drag. */
export function PullField() {
  const pulling = useService(PULLING);
  const pull = useDocument((state) => state.extraction.pull);
  return (
    <Field
      label={
        <span title={ABOUT}>
          Pull, <i>µ</i>
        </span>
      }
    >
      <NumberField
        label="Joint pull"
        value={pull}
        reset={EXTRACT_DEFAULTS.pull}
        range={{ step: 0.05, soft: [1e-4, 10], hard: [0, 1000], scale: "log" }}
        write={formatFigure}
        onPreview={pulling.preview}
        onCommit={(next) => void pulling.take(next)}
      />
    </Field>
  );
}
