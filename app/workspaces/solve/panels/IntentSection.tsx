import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { formatFigure, plural } from "../../../common/format";
import { fillIntent, paintIntent, weighFrames } from "../../../document/solve/intent-commands";
import { frameWeight, INTENT_MAP_NAMES, INTENT_MAPS, regionCount } from "../../../document/solve/intent-maps";
import { paintForSolve } from "../../../document/solve/intent-painting";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import type { IntentMap } from "../../../document/view-state";
import { AmountBrushFields, RegionBrushFields } from "../../../panels/brush/MapBrushFields";
import { MapRow } from "../../../panels/fields/MapRow";
import mapRowCss from "../../../panels/fields/MapRow.module.css";
import { Button } from "../../../ui/buttons/Button";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import { BONE_COLOURS, RAMPS } from "../../../viewport/colours/palette";

const stops = (colours: readonly string[]) => `linear-gradient(90deg, ${colours.join(", ")})`;
const CHIPS = {
  strength: stops(RAMPS.weight),
  balance: stops(RAMPS.signed),
  regions: `linear-gradient(90deg, ${BONE_COLOURS.slice(0, 4)
    .map((c, n) => `${c} ${25 * n}% ${25 * (n + 1)}%`)
    .join(", ")})`,
};

/** A short text for the state of a map. */
function wordOf(map: IntentMap, values: Float32Array | Uint16Array | null): string {
  if (!values) return INTENT_MAPS[map].kind === "region" ? "none" : "even";
  return values instanceof Uint16Array ? plural(regionCount(values), "region") : "painted";
}

function Row({ map }: { map: IntentMap }) {
  const stores = useStores();
  const { history } = useStudio();
  const { checked, perform, action } = useAction(`intent.paint-${map}`);
  const values = useDocument(({ intent }) => intent[map]);
  const { name, help, shading } = INTENT_MAPS[map];
  return (
    <MapRow
      name={name}
      help={help}
      state={wordOf(map, values)}
      chip={CHIPS[shading]}
      on={checked}
      onToggle={perform}
      verb={action.label}
      reset={values && { label: "Clear", perform: () => history.run(paintIntent(stores, map, null)) }}
    />
  );
}

/** Settings of the brush, and an action on the whole map. */
function Brush({ map }: { map: IntentMap }) {
  const stores = useStores();
  const { history } = useStudio();
  const stop = () => paintForSolve(stores, null);
  const { kind, bounds } = INTENT_MAPS[map];
  if (kind === "region") return <RegionBrushFields workspace="solve" onStop={stop} />;
  const fill = () => {
    const { value } = stores.view.getState().mapBrushes.solve;
    history.run(fillIntent(stores, map, value));
  };
  return (
    <AmountBrushFields workspace="solve" bounds={bounds} onStop={stop}>
      <Field label="Whole mesh">
        <Button title="Sets every vertex to the brush’s value" onClick={fill}>
          Fill
        </Button>
      </Field>
    </AmountBrushFields>
  );
}

/** Weight of the frames between the timeline's ends. */
function FrameWeight() {
  const stores = useStores();
  const { history } = useStudio();
  const range = useView((view) => view.range);
  const weight = useDocument(({ intent }) => frameWeight(intent, range));
  const [first, last] = range;
  return (
    <Field label={`Frames ${first + 1}–${last + 1}`}>
      <NumberField
        label="Weight of the played range"
        value={weight ?? 1}
        reset={1}
        range={{ step: 0.1, soft: [0, 4], hard: [0, 1000] }}
        write={(x) => (weight === null ? "differs" : { value: `× ${formatFigure(x)}`, unit: "" })}
        onCommit={(next) => history.run(weighFrames(stores, range, next))}
      />
    </Field>
  );
}

/** The artist's intent beyond the settings: maps painted on the mesh, and weights of frames. */
export function IntentSection() {
  const painting = useView((view) => view.intentMap);
  const said = useDocument(({ intent }) => Object.values(intent).filter((part) => part !== null).length);
  return (
    <Section name="intent" title="Bone placement" shut end={said > 0 ? `${said} set` : "maps, frame weights"}>
      <div className={layoutCss.stack}>
        <div className={mapRowCss.maps}>
          {INTENT_MAP_NAMES.map((map) => (
            <Row key={map} map={map} />
          ))}
        </div>
        {painting && <Brush map={painting} />}
        <FrameWeight />
      </div>
    </Section>
  );
}
