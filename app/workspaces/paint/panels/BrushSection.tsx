import { ActionButton } from "../../../actions/ActionButton";
import { formatCount, formatWeight, plural } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { setPaint } from "../../../document/paint-settings";
import { useView } from "../../../document/view-state";
import { usePaintNews } from "../../../document/weights/paint-news";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { Icon } from "../../../ui/icons/Icon";
import { Section } from "../../../ui/layout/Section";
import { OPERATIONS, REACHES } from "../actions/paint-words";
import { RADII } from "../tools/paint-tool";
import { FalloffField } from "./FalloffField";
import { useBrush } from "./use-brush";

interface AmountProps {
  name: "radius" | "strength" | "value" | "spacing";
  label: string;
  range: NumberRange;
  write(x: number): string | { value: string; unit: string };
  /** Shown over stored. */
  scale?: number;
}

function Amount({ name, label, range, write, scale = 1 }: AmountProps) {
  const value = useView((view) => view.paint[name]);
  const set = (next: number) => setPaint({ [name]: next / scale });
  return (
    <Field label={label}>
      <NumberField
        label={label}
        value={value * scale}
        range={range}
        write={write}
        onPreview={set}
        onCommit={set}
      />
    </Field>
  );
}

/** What floats over the picture where there is room for it. */
function Choices() {
  const { tool, operation, reach } = useView((view) => view.paint);
  return (
    <>
      {tool === "weight" && (
        <ChoiceField
          label="Brush"
          value={operation}
          options={OPERATIONS.map(({ value, label }) => ({ value, label }))}
          onChange={(next) => setPaint({ operation: next })}
        />
      )}
      <ChoiceField
        label="Reach"
        value={reach}
        options={REACHES.map(({ value, label }) => ({ value, label }))}
        onChange={(next) => setPaint({ reach: next })}
      />
    </>
  );
}

function Check({ name, label }: { name: "mirrorX" | "pressure" | "frontOnly" | "rest"; label: string }) {
  const checked = useView((view) => view.paint[name]);
  return <CheckRow label={label} checked={checked} onChange={(next) => setPaint({ [name]: next })} />;
}

const TAKES = "What a stroke takes comes from the unlocked bones there, in proportion.";

/** What the last stroke took from whom, where it set nothing, and what it could not mirror. */
function News({ otherwise }: { otherwise: string | null }) {
  const words = usePaintNews((news) => news.words);
  const alone = usePaintNews((news) => news.unmatched?.length ?? 0);
  return (
    <>
      {(words ?? otherwise) && <p className="t3 said">{words ?? otherwise}</p>}
      {alone > 0 && (
        <div className="note warn">
          <Icon name="warn" />
          <span>
            {plural(alone, "vertex has", "vertices have")} no image across X, and stayed.{" "}
            <button type="button" className="link" onClick={() => usePaintNews.setState({ unmatched: null })}>
              Hide the marks
            </button>
          </span>
        </div>
      )}
    </>
  );
}

function WholeMesh() {
  return (
    <Section name="paint-all" title="All at once" shut>
      <div className="stack">
        <div className="pairs">
          <ActionButton action="paint.flood" label="Flood mesh" />
          <ActionButton action="paint.flood-bone" label="Flood bone" />
          <ActionButton action="paint.mirror-to-minus-x" label="Mirror to −X" />
          <ActionButton action="paint.mirror-to-plus-x" label="Mirror to +X" />
          <ActionButton action="paint.normalise" label="Normalise" />
          <ActionButton action="paint.prune" label="Prune small" />
        </div>
        <ActionButton action="paint.limit" label="Limit influences" />
      </div>
    </Section>
  );
}

/** How the brush of the Paint workspace works; of direct weights also what changes them all at once. */
export function BrushSection({ small = false }: { small?: boolean }) {
  const tool = useView((view) => view.paint.tool);
  const scales = useView(({ paint }) => paint.tool === "weight" && paint.operation === "scale");
  const averages = useView(
    ({ paint }) => paint.tool === "weight" && (paint.operation === "smooth" || paint.operation === "sharpen"),
  );
  if (!useBrush()) return null;
  return (
    <>
      <section className="group plain" aria-label="Brush">
        <div className="stack">
          {small && <Choices />}
          <Amount
            name="radius"
            label="Radius"
            range={{ step: 1, soft: [RADII[0], 200], hard: [...RADII] }}
            write={(x) => ({ value: formatCount(x), unit: "px" })}
          />
          <Amount
            name="strength"
            label="Strength"
            range={{ step: 0.01, soft: [0, 1] }}
            write={formatWeight}
          />
          {!averages && (
            <Amount
              name="value"
              label="Value"
              range={{ step: 0.01, soft: [0, scales ? 2 : 1] }}
              write={formatWeight}
            />
          )}
          <Amount
            name="spacing"
            label="Spacing"
            scale={100}
            range={{ step: 1, soft: [2, 100] }}
            write={(x) => ({ value: x.toFixed(0), unit: "%" })}
          />
        </div>
      </section>
      <Section name="falloff" title="Falloff">
        <FalloffField />
      </Section>
      <Section name="paint-behaviour" title="Behaviour">
        <div className="stack">
          <div className="pairs">
            <Check name="mirrorX" label="Mirror X" />
            <Check name="pressure" label="Pen pressure" />
            <Check name="frontOnly" label="Front faces only" />
            <Check name="rest" label="Rest pose" />
          </div>
          <News otherwise={tool === "weight" ? TAKES : null} />
        </div>
      </Section>
      {tool === "weight" && <WholeMesh />}
    </>
  );
}
