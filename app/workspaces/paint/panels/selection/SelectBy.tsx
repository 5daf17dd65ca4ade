import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatCount, formatPlain, formatWeight } from "../../../../common/format";
import { useDocument, useView } from "../../../../document/use-stores";
import { selectVertices } from "../../../../document/vertices/vertex-selection";
import { verticesOfPart } from "../../../../document/vertices/vertices-by";
import pairsCss from "../../../../panels/brush/pairs.module.css";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { errorLimit } from "../../actions/select-by-actions";
import { usePaintNumbers } from "../use-paint-numbers";
import { NumberedAction } from "./NumberedAction";

/** A menu that selects a part of the file. */
function Parts() {
  const studio = useStudio();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence || sequence.parts.length < 2) return null;
  const choose = (part: string) => {
    const command = selectVertices(
      studio,
      verticesOfPart(sequence, Number(part)),
      sequence.parts[Number(part)].name,
    );
    if (command) studio.history.run(command);
  };
  return (
    <Field label="Part">
      <Dropdown
        label="Select a part of the file"
        value=""
        options={[
          { value: "", label: "Select…" },
          ...sequence.parts.map(({ name }, n) => ({ value: String(n), label: name })),
        ]}
        onChange={(part) => part !== "" && choose(part)}
      />
    </Field>
  );
}

/** Buttons that select vertices by weights, influences or errors, each with its number. */
function ByWeights() {
  const studio = useStudio();
  const [numbers, set] = usePaintNumbers();
  // It follows the error ramp until a number is typed.
  const limit = useView(() => errorLimit(studio));
  const sequence = useDocument((state) => state.sequence);
  const millimetres = 1000 * (sequence?.metresPerUnit ?? 1);
  return (
    <>
      <NumberedAction
        action="paint.select-bone"
        label="By bone, above"
        value={numbers.weight}
        range={{ step: 0.01, soft: [0, 1], hard: [0, 1] }}
        write={formatWeight}
        onChange={(weight) => set({ weight })}
      />
      <NumberedAction
        action="paint.select-influences"
        label="By influences, over"
        value={numbers.influences}
        range={{ step: 1, soft: [1, 16], hard: [0, 1024] }}
        write={formatCount}
        onChange={(influences) => set({ influences })}
      />
      <NumberedAction
        action="paint.select-error"
        label="By error, above"
        value={limit * millimetres}
        range={{ step: 0.1, soft: [0, 50], hard: [0, 1e6] }}
        write={(x) => ({ value: formatPlain(x), unit: "mm" })}
        onChange={(mm) => set({ error: mm / millimetres })}
      />
      <div className={pairsCss.pairs}>
        <ActionButton action="paint.select-painted" label="Painted" />
        <ActionButton action="paint.select-locked" label="Of locked bones" />
      </div>
    </>
  );
}

/** All that selects vertices by what they are. A mesh without weights has only parts. */
export function SelectBy({ hasWeights }: { hasWeights: boolean }) {
  return (
    <div className={layoutCss.stack}>
      {hasWeights && <ByWeights />}
      <Parts />
    </div>
  );
}
