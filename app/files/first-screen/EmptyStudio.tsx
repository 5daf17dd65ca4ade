import { useEffect, useState } from "react";
import type { SampleEntry } from "../../../workers/model/files/sample-entry";
import { ActionButton } from "../../actions/ActionButton";
import { useService, useStudio } from "../../actions/studio";
import { formatError, plural } from "../../common/format";
import { usePanels, useStores } from "../../document/use-stores";
import { ERms } from "../../panels/report/Report";
import { Badge } from "../../ui/feedback/Badge";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import panelCss from "../../ui/layout/Panel.module.css";
import textCss from "../../ui/text/text.module.css";
import { OPENING } from "../open/opening";
import { useKeptProjects } from "../projects/use-kept-projects";
import css from "./EmptyStudio.module.css";
import firstScreenCss from "./first-screen.module.css";
import { RecentProjects } from "./RecentProjects";
import { listSamples, openSample, sampleUrl } from "./samples";

const READS = [
  { title: "Mesh cache", lines: ["Alembic .abc", "OBJ + .pc2 / .mdd"], note: "any number of parts" },
  {
    title: "Animated character",
    lines: [".glb / .gltf / .fbx", "skins, morphs, several clips"],
    note: "meshopt and Draco",
  },
  {
    title: "Still mesh",
    lines: [".obj .ply .fbx .mesh", "+ .tgf .bvh .glb skeleton"],
    note: "bound in Paint",
  },
  { title: "Numbered frames", lines: [".obj .ply", "files, a folder or a .zip"], note: "text and binary" },
  { title: "Sinew project", lines: [".sinew", "opens where you left it"], note: "sequence, rig and report" },
];

function DropZone() {
  const over = usePanels((panels) => panels.dragOver);
  return (
    <section className={over ? `${css.drop} ${css.over}` : css.drop} aria-label="Open files">
      <div className={css.dropBody}>
        <div className={css.ring}>
          <Icon name="imp" />
        </div>
        <div className={layoutCss.grow} style={{ minWidth: 220 }}>
          <div className={css.title}>{over ? "Drop to open" : "Drop files or a folder here"}</div>
          <div className={textCss.secondary}>An animation, a mesh with its skeleton, or a project</div>
        </div>
        <ActionButton action="file.open" label="Open files…" look="primary" size="large" />
        <ActionButton action="file.open-folder" label="Folder…" size="large" />
      </div>
      <div className={css.reads}>
        {READS.map(({ title, lines, note }) => (
          <div key={title}>
            <div className={textCss.strong}>{title}</div>
            {lines.map((line) => (
              <div key={line} className={textCss.secondary}>
                {line}
              </div>
            ))}
            <div className={`${textCss.tertiary} ${firstScreenCss.aside}`}>{note}</div>
          </div>
        ))}
      </div>
    </section>
  );
}

function SampleCard({ sample }: { sample: SampleEntry }) {
  const stores = useStores();
  const opening = useService(OPENING);
  return (
    <button type="button" className={css.sample} onClick={() => void openSample(stores, opening, sample)}>
      {sample.image ? (
        <img src={sampleUrl(sample.image)} alt="" width={324} height={196} />
      ) : (
        <span className={css.blank} />
      )}
      <span className={css.caption}>
        <span className={textCss.strong}>{sample.name}</span>
        <Badge>
          <ERms /> {formatError(sample.eRms)}
        </Badge>
      </span>
      <span className={textCss.secondary}>{sample.description}</span>
      <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
        {plural(sample.vertices, "vertex", "vertices")} · {plural(sample.frames, "frame")} ·{" "}
        {plural(sample.bones, "bone")}
      </span>
    </button>
  );
}

function Samples() {
  const [samples, setSamples] = useState<SampleEntry[]>([]);
  useEffect(() => {
    // A build without samples shows none.
    listSamples().then(setSamples, () => setSamples([]));
  }, []);
  if (samples.length === 0) return null;
  return (
    <>
      <div className={firstScreenCss.sectionHead}>
        <h2 className={textCss.strong}>Or open a sample, already solved</h2>
        <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
          Free to use, from Sinew’s own simulations
        </span>
      </div>
      <div className={css.samples}>
        {samples.map((sample) => (
          <SampleCard key={sample.id} sample={sample} />
        ))}
      </div>
    </>
  );
}

/** The first screen: a drop area with the formats, saved projects and samples. */
export function EmptyStudio() {
  const kept = useKeptProjects(useStudio().projects);
  // An artist with saved projects already knows Sinew.
  const isNew = kept.projects?.length === 0;
  return (
    <main className={panelCss.main}>
      <div className={`${panelCss.panel} ${css.studio}`}>
        <div className={css.column}>
          {isNew && (
            <div className={css.lead}>
              <h1>Drop a mesh animation. Get a rig.</h1>
              <p>
                Sinew finds bones, weights and motion that reproduce it, and exports a GLB that any engine
                plays.
              </p>
            </div>
          )}
          <DropZone />
          <RecentProjects {...kept} />
          <Samples />
        </div>
      </div>
    </main>
  );
}
