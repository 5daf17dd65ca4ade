import type { StrengthName } from "../../../../workers/model/deform";
import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { paintStrength } from "../../../document/deform/deform-commands";
import { STRENGTH_NAMES } from "../../../document/deform/deform-text";
import { paint } from "../../../document/deform/panes";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { AmountBrushFields } from "../../../panels/brush/MapBrushFields";
import { MapRow } from "../../../panels/fields/MapRow";
import mapRowCss from "../../../panels/fields/MapRow.module.css";
import { CheckRow } from "../../../ui/choices/CheckRow";
import layoutCss from "../../../ui/layout/layout.module.css";
import { useDeform } from "./use-deform";

const MAPS = ["lambda", "kappa", "alpha"] as const;

/** The source of a map's values: "painted", or the name of the automatic one. */
function useAutomatic(map: StrengthName): string {
  const { settings } = useDeform();
  if (settings.painted[map]) return "painted";
  if (map === "alpha") return settings.slideOfBone ? "by joint" : "uniform";
  return settings.limbRadius ? "limb radius" : "uniform";
}

function StrengthRow({ map }: { map: StrengthName }) {
  const stores = useStores();
  const { history } = useStudio();
  const { checked, perform, action } = useAction(`deform.paint-${map}`);
  const state = useAutomatic(map);
  return (
    <MapRow
      name={STRENGTH_NAMES[map]}
      help={action.help}
      state={state}
      on={checked}
      onToggle={perform}
      verb={action.label}
      reset={
        state === "painted"
          ? { label: "Reset to automatic", perform: () => history.run(paintStrength(stores, map, null)) }
          : null
      }
    />
  );
}

/** The strengths that can be set per vertex. */
export function StrengthMaps() {
  const stores = useStores();
  const { settings, commit } = useDeform();
  const painting = useView((view) => view.paintMap !== null);
  const allPainted = useDocument(({ deform }) => !!deform.painted.lambda && !!deform.painted.kappa);
  return (
    <div className={layoutCss.stack}>
      <div className={mapRowCss.maps}>
        {MAPS.map((map) => (
          <StrengthRow key={map} map={map} />
        ))}
      </div>
      {painting && <AmountBrushFields workspace="deform" onStop={() => paint(stores, null)} />}
      <CheckRow
        label="Limb radius from distance to bone"
        checked={settings.limbRadius}
        disabled={allPainted}
        onChange={(limbRadius) => commit({ limbRadius })}
      />
    </div>
  );
}
