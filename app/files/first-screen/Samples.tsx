import { useEffect, useRef, useState } from "react";
import type { SampleEntry } from "../../../workers/model/files/sample-entry";
import { useService } from "../../actions/studio";
import { formatError, plural } from "../../common/format";
import { useStores, useView } from "../../document/use-stores";
import { ERms } from "../../panels/report/Report";
import { Badge } from "../../ui/feedback/Badge";
import textCss from "../../ui/text/text.module.css";
import { OPENING } from "../open/opening";
import firstScreenCss from "./first-screen.module.css";
import css from "./Samples.module.css";
import { listSamples, openSample, sampleUrl } from "./samples";

function Picture({ sample }: { sample: SampleEntry }) {
  const theme = useView((view) => view.theme);
  return <img src={sampleUrl(sample.images[theme])} alt="" width={324} height={196} />;
}

function SampleCard({ sample, low }: { sample: SampleEntry; low: boolean }) {
  const stores = useStores();
  const opening = useService(OPENING);
  const isOpening = useRef(false);
  const size = `${plural(sample.vertices, "vertex", "vertices")} · ${plural(sample.frames, "frame")}`;
  return (
    <button
      type="button"
      className={low ? `${css.sample} ${css.low}` : css.sample}
      onClick={() => {
        // A double click asks twice.
        if (isOpening.current) return;
        isOpening.current = true;
        void openSample(stores, opening, sample).finally(() => {
          isOpening.current = false;
        });
      }}
    >
      <Picture sample={sample} />
      {low ? (
        <span className={css.lines}>
          <span className={`${textCss.strong} ${css.name}`}>{sample.name}</span>
          <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>{size}</span>
        </span>
      ) : (
        <>
          <span className={css.caption}>
            <span className={textCss.strong}>{sample.name}</span>
            <Badge>
              <ERms /> {formatError(sample.eRms)}
            </Badge>
          </span>
          <span className={textCss.secondary}>{sample.description}</span>
          <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
            {size} · {plural(sample.bones, "bone")}
          </span>
        </>
      )}
    </button>
  );
}

/** The samples of this build. @param low whether they are small cards, below the artist's own projects. */
export function Samples({ low }: { low: boolean }) {
  const [samples, setSamples] = useState<SampleEntry[]>([]);
  useEffect(() => {
    // A build without samples shows none.
    listSamples().then(setSamples, () => setSamples([]));
  }, []);
  if (samples.length === 0) return null;
  return (
    <section className={css.section} aria-label="Samples">
      <div className={firstScreenCss.sectionHead}>
        <h2 className={textCss.strong}>{low ? "Samples" : "Or open a sample, already solved"}</h2>
        <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
          {low ? "already solved, yours to keep" : "Free to use, from Sinew’s own simulations"}
        </span>
      </div>
      <div className={css.samples}>
        {samples.map((sample) => (
          <SampleCard key={sample.id} sample={sample} low={low} />
        ))}
      </div>
    </section>
  );
}
