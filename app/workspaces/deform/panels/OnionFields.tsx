import { formatCount, plural } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { MOST_GHOSTS, type OnionSkin } from "../../../document/view-state";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";

/** Ghosts of source frames before and after the shown one. */
export function OnionFields() {
  const stores = useStores();
  const { on, before, after, spacing } = useView((view) => view.onion);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 1);
  const posed = useDocument((state) => state.pose !== null);
  const set = (change: Partial<OnionSkin>) =>
    stores.view.setState(({ onion }) => ({ onion: { ...onion, ...change } }));
  const count: NumberRange = { step: 1, soft: [0, MOST_GHOSTS] };
  const gaps: NumberRange = { step: 1, soft: [1, 20], hard: [1, Math.max(1, frames - 1)] };
  return (
    <Section name="onion-skin" title="Onion skin" shut end={on ? plural(before + after, "ghost") : "off"}>
      <div className={layoutCss.stack}>
        <Field label="Source frames">
          <CheckRow label="Show ghosts" checked={on} onChange={(next) => set({ on: next })} />
        </Field>
        <Field label="Before">
          <NumberField
            label="Ghosts before"
            value={before}
            range={count}
            write={formatCount}
            onCommit={(x) => set({ before: x })}
          />
        </Field>
        <Field label="After">
          <NumberField
            label="Ghosts after"
            value={after}
            range={count}
            write={formatCount}
            onCommit={(x) => set({ after: x })}
          />
        </Field>
        <Field label="Every">
          <NumberField
            label="Frames between ghosts"
            value={spacing}
            range={gaps}
            unit={spacing === 1 ? "frame" : "frames"}
            write={formatCount}
            onCommit={(x) => set({ spacing: x })}
          />
        </Field>
        {on && posed && (
          <p className={textCss.secondary}>Ghosts appear only while the clip is shown, not a pose.</p>
        )}
      </div>
    </Section>
  );
}
