import { useEffect, useState } from "react";
import type { SampleEntry } from "../../../workers/model/files/sample-entry";
import { ActionButton } from "../../actions/ActionButton";
import { useService, useStudio } from "../../actions/studio";
import { formatError, plural } from "../../common/format";
import { usePanels } from "../../document/session/panel-state";
import { ERms } from "../../panels/report/Report";
import { Icon } from "../../ui/icons/Icon";
import { OPENING } from "../open/opening";
import { useKeptProjects } from "../projects/use-kept-projects";
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
    <section className={over ? "drop over" : "drop"} aria-label="Open files">
      <div className="dropmain">
        <div className="ring">
          <Icon name="imp" />
        </div>
        <div className="grow" style={{ minWidth: 220 }}>
          <div className="t">{over ? "Let go to open" : "Drop files or a folder here"}</div>
          <div className="t2">An animation, a mesh with its skeleton, or a project</div>
        </div>
        <ActionButton action="file.open" label="Open files…" className="primary big" />
        <ActionButton action="file.open-folder" label="Folder…" className="big" />
      </div>
      <div className="reads">
        {READS.map(({ title, lines, note }) => (
          <div key={title}>
            <div className="b">{title}</div>
            {lines.map((line) => (
              <div key={line} className="t2">
                {line}
              </div>
            ))}
            <div className="t3">{note}</div>
          </div>
        ))}
      </div>
    </section>
  );
}

function SampleCard({ sample }: { sample: SampleEntry }) {
  const opening = useService(OPENING);
  return (
    <button type="button" className="sample" onClick={() => void openSample(opening, sample)}>
      {sample.image ? (
        <img src={sampleUrl(sample.image)} alt="" width={324} height={196} />
      ) : (
        <span className="blank" />
      )}
      <span className="cap">
        <span className="b">{sample.name}</span>
        <span className="badge">
          <ERms /> {formatError(sample.eRms)}
        </span>
      </span>
      <span className="t2">{sample.description}</span>
      <span className="t3">
        {plural(sample.vertices, "vertex", "vertices")} · {plural(sample.frames, "frame")} ·{" "}
        {plural(sample.bones, "bone")}
      </span>
    </button>
  );
}

function Samples() {
  const [samples, setSamples] = useState<SampleEntry[]>([]);
  useEffect(() => {
    // A build without samples is whole without them.
    listSamples().then(setSamples, () => setSamples([]));
  }, []);
  if (samples.length === 0) return null;
  return (
    <>
      <div className="sechead">
        <h2 className="b">Or open a sample, already solved</h2>
        <span className="t3">Made by Sinew’s own simulations; yours to keep</span>
      </div>
      <div className="samples">
        {samples.map((sample) => (
          <SampleCard key={sample.id} sample={sample} />
        ))}
      </div>
    </>
  );
}

/** The first screen: what to drop, what it reads, what is kept, and samples. */
export function EmptyStudio() {
  const kept = useKeptProjects(useStudio().projects);
  // Who has projects knows what Sinew is for.
  const isNew = kept.projects?.length === 0;
  return (
    <main className="main">
      <div className="panel studio-empty">
        <div className="first">
          {isNew && (
            <div className="lead">
              <h1>Drop a mesh animation. Get a rig.</h1>
              <p>
                Sinew finds the bones, the weights and the motion that reproduce it, and exports a GLB that
                any engine plays.
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
