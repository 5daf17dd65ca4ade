import { ActionButton } from "../../../actions/ActionButton";
import { formatCount, formatPlain, formatWeight, plural } from "../../../common/format";
import { type BrushSettings, isGradient } from "../../../document/brush-settings";
import { setPaint } from "../../../document/paint-settings";
import { usePaintNews, useStores, useView } from "../../../document/use-stores";
import {
  BrushCheck,
  RadiusField,
  REACHES,
  SpacingField,
  StrengthField,
  ValueField,
  valueRange,
} from "../../../panels/brush/BrushFields";
import { FalloffField } from "../../../panels/brush/FalloffField";
import { MEANS, WEIGHT_OPERATIONS } from "../../../panels/brush/operations";
import pairsCss from "../../../panels/brush/pairs.module.css";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Note } from "../../../ui/feedback/Note";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import sectionCss from "../../../ui/layout/Section.module.css";
import textCss from "../../../ui/text/text.module.css";
import { NumberedAction } from "./selection/NumberedAction";
import { useBrush } from "./use-brush";
import { usePaintNumbers } from "./use-paint-numbers";

/** Controls that float over the viewport if it has room for them. */
function Choices() {
  const stores = useStores();
  const paint = useView((view) => view.paint);
  const { tool, operation } = paint;
  return (
    <>
      {tool === "weight" && (
        <LabelledDropdown
          label="Brush"
          value={operation}
          options={WEIGHT_OPERATIONS.map(({ value, label, help }) => ({ value, label, tip: help }))}
          onChange={(next) => setPaint(stores, { operation: next })}
        />
      )}
      {!(tool === "weight" && isGradient(operation)) && (
        <ChoiceField
          label="Reach"
          value={paint.reach}
          options={REACHES.map(({ value, label }) => ({ value, label }))}
          onChange={(reach) => setPaint(stores, { reach })}
        />
      )}
    </>
  );
}

const TAKES = "Strokes take weight from the unlocked bones there, in proportion.";

/**
 * Messages of the last stroke: the bones that gave weight, the places without effect, and vertices without a mirror
 * image.
 */
function News({ otherwise }: { otherwise: string | null }) {
  const stores = useStores();
  const words = usePaintNews((news) => news.words);
  const alone = usePaintNews((news) => news.unmatched?.length ?? 0);
  return (
    <>
      {(words ?? otherwise) && (
        <p className={`${textCss.tertiary} ${textCss.twoLines}`}>{words ?? otherwise}</p>
      )}
      {alone > 0 && (
        <Note tone="warn">
          <Icon name="warn" />
          <span>
            {plural(alone, "vertex has", "vertices have")} no mirror image and did not change.{" "}
            <button
              type="button"
              className={textCss.link}
              onClick={() => stores.paintNews.setState({ unmatched: null })}
            >
              Hide the marks
            </button>
          </span>
        </Note>
      )}
    </>
  );
}

/** Actions on all weights inside the mask. Each number is beside its button. */
function WholeMesh() {
  const stores = useStores();
  const [numbers, set] = usePaintNumbers();
  const { value, operation } = useView((view) => view.paint);
  return (
    <Section name="paint-all" title="Whole mesh" shut>
      <div className={layoutCss.stack}>
        {MEANS.has(operation) ? (
          <ActionButton action="paint.flood" />
        ) : (
          <NumberedAction
            action="paint.flood"
            label="Flood mesh with"
            value={value}
            range={valueRange([0, operation === "scale" ? 2 : 1])}
            write={formatWeight}
            onChange={(next) => setPaint(stores, { value: next })}
          />
        )}
        <NumberedAction
          action="paint.prune"
          label="Prune below"
          value={numbers.prune}
          range={{ step: 0.001, soft: [0, 0.1], hard: [0, 1] }}
          write={formatPlain}
          onChange={(prune) => set({ prune })}
        />
        <NumberedAction
          action="paint.limit"
          label="Limit to"
          value={numbers.limit}
          range={{ step: 1, soft: [1, 16], hard: [1, 1024] }}
          write={formatCount}
          onChange={(limit) => set({ limit })}
        />
        <div className={pairsCss.pairs}>
          <ActionButton action="paint.flood-bone" />
          <ActionButton action="paint.normalise" label="Normalise" />
        </div>
        <ActionButton action="rig.local" />
      </div>
    </Section>
  );
}

/** Settings of the Paint workspace's brush. For direct weights, also the actions that change all weights at once. */
export function BrushSection({ small = false }: { small?: boolean }) {
  const stores = useStores();
  const paint = useView((view) => view.paint);
  const { tool, operation } = paint;
  const edit = { brush: paint, onChange: (change: Partial<BrushSettings>) => setPaint(stores, change) };
  const scales = tool === "weight" && operation === "scale";
  const averages = tool === "weight" && MEANS.has(operation);
  const dabs = tool !== "weight" || !isGradient(operation);
  if (!useBrush()) return null;
  return (
    <>
      <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Brush">
        <div className={layoutCss.stack}>
          {small && <Choices />}
          {dabs && <RadiusField {...edit} />}
          <StrengthField {...edit} />
          {!averages && <ValueField {...edit} bounds={[0, scales ? 2 : 1]} />}
          {dabs && <SpacingField {...edit} />}
        </div>
      </section>
      <Section name="falloff" title="Falloff">
        <FalloffField falloff={paint.falloff} onChange={(falloff) => setPaint(stores, { falloff })} />
      </Section>
      <Section name="paint-behaviour" title="Behaviour">
        <div className={layoutCss.stack}>
          <div className={pairsCss.pairs}>
            <BrushCheck name="mirrorX" {...edit} />
            {dabs && <BrushCheck name="pressure" {...edit} />}
            {dabs && <BrushCheck name="tilt" {...edit} />}
            {dabs && <BrushCheck name="frontOnly" {...edit} />}
            <CheckRow
              label="Rest pose"
              checked={paint.rest}
              onChange={(rest) => setPaint(stores, { rest })}
            />
          </div>
          <News otherwise={tool === "weight" ? TAKES : null} />
        </div>
      </Section>
      {tool === "weight" && <WholeMesh />}
    </>
  );
}
