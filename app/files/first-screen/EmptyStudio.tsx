import { useStudio } from "../../actions/studio";
import panelCss from "../../ui/layout/Panel.module.css";
import textCss from "../../ui/text/text.module.css";
import { useKeptProjects } from "../projects/use-kept-projects";
import { DropZone } from "./DropZone";
import css from "./EmptyStudio.module.css";
import { RecentProjects } from "./RecentProjects";
import { Samples } from "./Samples";

/** The start page: a drop area, saved projects and samples. New artists also see the formats. */
export function EmptyStudio() {
  const kept = useKeptProjects(useStudio().projects);
  // An artist with saved projects already knows Sinew.
  const isNew = kept.projects?.length === 0 && kept.bin.length === 0;
  return (
    <main className={panelCss.main}>
      <div className={`${panelCss.panel} ${css.studio}`}>
        <div className={css.column}>
          {!isNew && <h1 className={textCss.visuallyHidden}>Projects</h1>}
          {isNew && (
            <div className={css.lead}>
              <h1>Drop a mesh animation. Get a rig.</h1>
              <p>
                Sinew finds bones, weights and motion that reproduce it, and exports a GLB that any engine
                plays.
              </p>
            </div>
          )}
          <DropZone formats={isNew} />
          <RecentProjects {...kept} />
          <Samples low={!isNew} />
        </div>
      </div>
    </main>
  );
}
