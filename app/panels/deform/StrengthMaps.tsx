import type { StrengthName } from "../../../workers/model/deform";
import { useAction } from "../../actions/use-action";
import { paintStrength } from "../../document/deform-commands";
import { STRENGTH_NAMES } from "../../document/deform-text";
import { useDocument } from "../../document/document";
import { paint } from "../../document/panes";
import { type BrushState, useView } from "../../document/view-state";
import { useStudio } from "../../shell/studio";
import { CheckRow } from "../../ui/CheckRow";
import { ChoiceField } from "../../ui/ChoiceField";
import { Field } from "../../ui/Field";
import { formatCount } from "../../ui/format";
import { Icon } from "../../ui/Icon";
import { NumberField } from "../../ui/NumberField";
import { Tip } from "../../ui/Tip";
import { useDeform } from "./use-deform";

const MAPS = ["lambda", "kappa", "alpha"] as const;

/** What a map is made of while it is not painted. */
function useAutomatic(map: StrengthName): string {
  const { settings } = useDeform();
  if (settings.painted[map]) return "painted";
  if (map === "alpha") return settings.slideOfBone ? "by joint" : "even";
  return settings.limbRadius ? "limb radius" : "even";
}

function MapRow({ map }: { map: StrengthName }) {
  const { history } = useStudio();
  const { checked, perform, action } = useAction(`deform.paint-${map}`);
  const state = useAutomatic(map);
  const name = STRENGTH_NAMES[map];
  return (
    <div className={checked ? "map on" : "map"}>
      <button type="button" className="mapmain" aria-pressed={checked} onClick={perform} title={action.help}>
        <span className="chip" />
        <span className="grow">{name}</span>
        <span className="t3">{state}</span>
      </button>
      {state === "painted" && (
        <Tip title="Back to automatic">
          <button
            type="button"
            className="ib"
            aria-label={`${name}: back to automatic`}
            onClick={() => history.run(paintStrength(map, null))}
          >
            <Icon name="restart" />
          </button>
        </Tip>
      )}
      <Tip title={checked ? "Stop painting" : action.label} keys={checked ? "Esc" : undefined}>
        <button
          type="button"
          className={checked ? "ib on" : "ib"}
          aria-label={checked ? "Stop painting" : action.label}
          onClick={perform}
        >
          <Icon name="brush" />
        </button>
      </Tip>
    </div>
  );
}

const setBrush = (change: Partial<BrushState>) =>
  useView.setState(({ brush }) => ({ brush: { ...brush, ...change } }));

const UNIT = { step: 0.01, soft: [0, 1] as [number, number] };

/** What the brush does, while a map is painted. */
function BrushFields() {
  const { mode, value, radius, strength } = useView((view) => view.brush);
  const hundredths = (x: number) => x.toFixed(2);
  return (
    <div className="stack brushes">
      <ChoiceField
        label="Brush"
        value={mode}
        options={[
          { value: "replace", label: "Replace" },
          { value: "add", label: "Add" },
          { value: "smooth", label: "Smooth" },
        ]}
        onChange={(next) => setBrush({ mode: next })}
      />
      {mode !== "smooth" && (
        <Field label="Value">
          <NumberField
            label="Value"
            value={value}
            range={UNIT}
            write={hundredths}
            onPreview={(next) => setBrush({ value: next })}
            onCommit={(next) => setBrush({ value: next })}
          />
        </Field>
      )}
      <Field label="Radius">
        <NumberField
          label="Radius"
          value={radius}
          range={{ step: 1, soft: [4, 200], hard: [4, 400] }}
          write={(x) => ({ value: formatCount(x), unit: "px" })}
          onPreview={(next) => setBrush({ radius: next })}
          onCommit={(next) => setBrush({ radius: next })}
        />
      </Field>
      <Field label="Strength">
        <NumberField
          label="Strength"
          value={strength}
          range={UNIT}
          write={hundredths}
          onPreview={(next) => setBrush({ strength: next })}
          onCommit={(next) => setBrush({ strength: next })}
        />
      </Field>
      <p className="t3 keysline">
        <kbd>[</kbd> <kbd>]</kbd> radius{" "}
        <button type="button" className="link" onClick={() => paint(null)}>
          Stop <kbd>Esc</kbd>
        </button>
      </p>
    </div>
  );
}

/** The strengths that are set for each vertex. */
export function StrengthMaps() {
  const { settings, commit } = useDeform();
  const painting = useView((view) => view.paintMap !== null);
  const allPainted = useDocument(({ deform }) => !!deform.painted.lambda && !!deform.painted.kappa);
  return (
    <div className="stack">
      <div className="maps">
        {MAPS.map((map) => (
          <MapRow key={map} map={map} />
        ))}
      </div>
      {painting && <BrushFields />}
      <CheckRow
        label="Limb radius from distance to bone"
        checked={settings.limbRadius}
        disabled={allPainted}
        onChange={(limbRadius) => commit({ limbRadius })}
      />
    </div>
  );
}
