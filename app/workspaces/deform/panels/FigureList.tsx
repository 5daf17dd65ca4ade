import { formatError, formatShareChange, plural } from "../../../common/format";
import type { PaneFigures } from "../../../document/deform/prepared";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { ERms } from "../../../panels/report/Report";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import css from "./PaneChrome.module.css";

/** A larger relative change of volume gets a warning. */
const MUCH = 0.05;

/** Smaller errors are rounding errors of an exact match. */
const EXACT = 0.001;

function Change({ value }: { value: number }) {
  return (
    <span className={Math.abs(value) > MUCH ? `${textCss.strong} ${css.much}` : textCss.strong}>
      {formatShareChange(value)}
    </span>
  );
}

/** Says why there is no volume. A press marks the open edges. */
function NoVolume({ openEdges }: { openEdges: number }) {
  const stores = useStores();
  const shown = useView((view) => view.showOpenEdges);
  if (openEdges === 0) return <span title="The mesh encloses no volume.">none</span>;
  const count = plural(openEdges, "open edge");
  return (
    <Tip title="The mesh is not closed" body={`It has ${count}, so it encloses no volume.`}>
      <button
        type="button"
        className={textCss.link}
        aria-pressed={shown}
        onClick={() => stores.view.setState({ showOpenEdges: !shown })}
      >
        {shown ? `Hide ${count}` : count}
      </button>
    </Tip>
  );
}

/** The change of the volume of a bone's part, or why there is none. */
export function RegionVolume({ name, value }: { name: string; value: number | null }) {
  return value === null ? (
    <span className={textCss.secondary} title={`${name} moves no part of the mesh most, or only a tiny one.`}>
      too small
    </span>
  ) : (
    <Change value={value} />
  );
}

/** Volumes and the error of the deformed mesh. They are measured once the pose stops changing. */
export function FigureList({ figures }: { figures: PaneFigures | null }) {
  const bone = useView((view) => view.selectedBone);
  const name = useDocument((state) => (bone === null ? null : (state.rig?.bones[bone]?.name ?? null)));
  if (!figures) return null;
  return (
    <dl className={`${overlayCss.overlay} ${overlayCss.card} ${css.figures}`}>
      <dt>Volume</dt>
      <dd>
        {figures.volume === null ? (
          <NoVolume openEdges={figures.openEdges} />
        ) : (
          <Change value={figures.volume} />
        )}
      </dd>
      {name && (
        <>
          <dt className={textCss.ellipsis} title={`Volume of the part that ${name} moves most`}>
            {name}
          </dt>
          <dd>
            <RegionVolume name={name} value={figures.regionVolume} />
          </dd>
        </>
      )}
      {figures.eRms !== null && (
        <>
          <dt>
            <ERms />
          </dt>
          <dd className={textCss.strong}>{formatError(figures.eRms < EXACT ? 0 : figures.eRms)}</dd>
        </>
      )}
    </dl>
  );
}
