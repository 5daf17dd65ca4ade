import { useState } from "react";
import { ActionButton } from "../../../actions/ActionButton";
import { useStudio } from "../../../actions/studio";
import { formatCount, formatPlain, formatWeight, plural } from "../../../common/format";
import { diagonalOf } from "../../../document/measure";
import { toast } from "../../../document/session/toasts";
import { useDocument, useView } from "../../../document/use-stores";
import {
  deleteSet,
  renameSet,
  saveSet,
  selectVertices,
  setSoftEdge,
} from "../../../document/vertices/vertex-selection";
import { verticesOfPart } from "../../../document/vertices/vertices-by";
import pairsCss from "../../../panels/brush/pairs.module.css";
import { IconButton } from "../../../ui/buttons/IconButton";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { RenameInput } from "../../../ui/fields/RenameInput";
import textFieldCss from "../../../ui/fields/TextField.module.css";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import { errorLimit } from "../actions/select-by-actions";
import { NumberedAction } from "./NumberedAction";
import css from "./SelectionSection.module.css";
import { usePaintNumbers } from "./use-paint-numbers";

function SoftEdge() {
  const studio = useStudio();
  const width = useDocument((state) => state.vertexSelection.softEdge);
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const [diagonal, scale] = [diagonalOf(sequence), 1000 * sequence.metresPerUnit];
  return (
    <Field label="Soft edge">
      <NumberField
        label="Soft edge"
        value={width * scale}
        range={{
          step: (diagonal * scale) / 1000,
          soft: [0, (diagonal * scale) / 10],
          hard: [0, diagonal * scale],
        }}
        write={(x) => ({ value: formatPlain(x), unit: "mm" })}
        onCommit={(mm) => studio.history.run(setSoftEdge(studio, mm / scale))}
      />
    </Field>
  );
}

/** A named set: a click selects it, a double click, F2 or the button renames it, the bin deletes it. */
function SetRow({ name, count }: { name: string; count: number }) {
  const studio = useStudio();
  const [renaming, setRenaming] = useState(false);
  const sets = useDocument((state) => state.vertexSelection.sets);
  const finish = (next: string | null) => {
    setRenaming(false);
    if (next === null) return;
    if (sets.some((set) => set.name === next))
      toast(studio, `${next} is taken`, `${name} keeps its name.`, { kind: "warning" });
    else studio.history.run(renameSet(studio, name, next));
  };
  const choose = () => {
    const set = sets.find((each) => each.name === name);
    const command = set && selectVertices(studio, set.vertices, name);
    if (command) studio.history.run(command);
  };
  return (
    <div className={layoutCss.line}>
      {renaming ? (
        <RenameInput className={`${textFieldCss.field} ${layoutCss.grow}`} name={name} onEnd={finish} />
      ) : (
        <button
          type="button"
          className={`${css.set} ${layoutCss.grow}`}
          onClick={choose}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={(event) => {
            if (event.key !== "F2") return;
            // Else it would rename the selected bone too.
            event.stopPropagation();
            setRenaming(true);
          }}
        >
          <span className={textCss.ellipsis}>{name}</span>
          <span className={textCss.tertiary}>{formatCount(count)}</span>
        </button>
      )}
      <Tip title="Replace with the selected vertices">
        <IconButton
          aria-label={`Replace set ${name}`}
          onClick={() => studio.history.run(saveSet(studio, name))}
        >
          <Icon name="again" />
        </IconButton>
      </Tip>
      <Tip title="Rename">
        <IconButton aria-label={`Rename set ${name}`} onClick={() => setRenaming(true)}>
          <Icon name="rename" />
        </IconButton>
      </Tip>
      <Tip title="Delete">
        <IconButton
          aria-label={`Delete set ${name}`}
          onClick={() => studio.history.run(deleteSet(studio, name))}
        >
          <Icon name="trash" />
        </IconButton>
      </Tip>
    </div>
  );
}

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
function SelectBy() {
  const studio = useStudio();
  const [numbers, set] = usePaintNumbers();
  // It follows the error ramp until a number is typed.
  const limit = useView(() => errorLimit(studio));
  const sequence = useDocument((state) => state.sequence);
  const millimetres = 1000 * (sequence?.metresPerUnit ?? 1);
  return (
    <div className={layoutCss.stack}>
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
      <Parts />
    </div>
  );
}

/** The selected vertices, their soft edge, the mask and named sets. */
export function SelectionSection() {
  const { vertices, sets } = useDocument((state) => state.vertexSelection);
  const hasSequence = useDocument((state) => state.sequence !== null);
  if (!hasSequence) return null;
  return (
    <Section
      name="paint-selection"
      title="Selection"
      end={vertices.length > 0 ? plural(vertices.length, "vertex", "vertices") : "none"}
    >
      <div className={layoutCss.stack}>
        <div className={css.four}>
          <ActionButton action="select.grow" label="Grow" />
          <ActionButton action="select.shrink" label="Shrink" />
          <ActionButton action="select.invert" label="Invert" />
          <ActionButton action="select.none" label="Clear" />
        </div>
        <SoftEdge />
        <div className={pairsCss.pairs}>
          <ActionButton action="paint.copy-selection" label="Copy weights" />
          <ActionButton action="paint.paste-selection" label="Paste weights" />
          <ActionButton action="paint.flood-selection" label="Flood" />
          <ActionButton action="select.save" label="Save as set" />
        </div>
        <div className={pairsCss.pairs}>
          <ActionButton action="select.to-mask" label="Mask from selection" />
          <ActionButton action="select.clear-mask" label="Clear mask" />
        </div>
        <SelectBy />
        {sets.map((set) => (
          <SetRow key={set.name} name={set.name} count={set.vertices.length} />
        ))}
      </div>
    </Section>
  );
}
