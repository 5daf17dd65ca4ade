import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatPlain, plural } from "../../../../common/format";
import { shownRig } from "../../../../document/document";
import { diagonalOf } from "../../../../document/measure";
import { useDocument } from "../../../../document/use-stores";
import { setSoftEdge } from "../../../../document/vertices/vertex-selection";
import pairsCss from "../../../../panels/brush/pairs.module.css";
import { LabelledNumber } from "../../../../ui/fields/LabelledNumber";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import { FloodSelection } from "./FloodSelection";
import { SelectBy } from "./SelectBy";
import css from "./SelectionSection.module.css";
import { SetList } from "./SetList";

function SoftEdge() {
  const studio = useStudio();
  const width = useDocument((state) => state.vertexSelection.softEdge);
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const [diagonal, scale] = [diagonalOf(sequence), 1000 * sequence.metresPerUnit];
  return (
    <LabelledNumber
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
  );
}

/** The selected vertices, their soft edge, the mask and named sets. */
export function SelectionSection() {
  const vertices = useDocument((state) => state.vertexSelection.vertices);
  const hasSequence = useDocument((state) => state.sequence !== null);
  const hasWeights = useDocument((state) => shownRig(state) !== null);
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
        {hasWeights && (
          <>
            <div className={pairsCss.pairs}>
              <ActionButton action="paint.copy-selection" label="Copy weights" />
              <ActionButton action="paint.paste-selection" label="Paste weights" />
            </div>
            <FloodSelection />
          </>
        )}
        <div className={pairsCss.pairs}>
          <ActionButton action="select.to-mask" label="Mask from selection" />
          <ActionButton action="select.from-mask" label="Selection from mask" />
          <ActionButton action="select.invert-mask" label="Invert mask" />
          <ActionButton action="select.clear-mask" label="Clear mask" />
        </div>
        <ActionButton action="select.save" label="Save as set" />
        <SelectBy hasWeights={hasWeights} />
        <SetList />
      </div>
    </Section>
  );
}
