import type { ProjectsClient } from "../../../../workers/client";
import type { KeptProject, KeptVersion } from "../../../../workers/model/files/kept-project";
import { formatDay, formatWhen } from "../../../common/format";
import type { Keeping } from "../../../document/projects/keeping";
import type { OpenProject } from "../../../document/projects/open-project";
import { reportError } from "../../../document/session/report-error";
import { answerToasts, toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { readVersion, type VersionReader } from "../read-version";
import type { Conflicts, OtherSide } from "./conflicts";

interface NewsParts {
  projects: Pick<ProjectsClient, "project">;
  keeping: Pick<Keeping, "projectOf">;
}

interface TabSideParts extends VersionReader {
  projects: Pick<ProjectsClient, "load" | "project">;
  keeping: Pick<Keeping, "projectOf" | "saveAgain">;
  conflicts: Pick<Conflicts, "show">;
}

/** The open project, and the newest version that another tab has saved since both agreed. */
interface News {
  open: OpenProject;
  project: KeptProject;
  version: KeptVersion;
}

const openProject = (stores: Stores, keeping: Pick<Keeping, "projectOf">): OpenProject | null => {
  const { sequence } = stores.document.getState();
  return sequence && keeping.projectOf(sequence.frames);
};

async function newsOf(stores: Stores, parts: NewsParts): Promise<News | null> {
  const open = openProject(stores, parts.keeping);
  const project = open && (await parts.projects.project(open.id));
  const version = project?.versions.find((each) => open?.shared.isNews(each));
  return open && project && version ? { open, project, version } : null;
}

async function readTabSide(
  stores: Stores,
  parts: TabSideParts,
  { open, project, version }: News,
): Promise<OtherSide> {
  const { fields } = await readVersion(stores, parts, project, version.id);
  const common = open.shared.commonWith(version, project.versions);
  return {
    title: `${project.name} was changed in another tab`,
    names: { mine: "This tab", theirs: "The other tab" },
    time: version.time,
    theirs: fields,
    base: common && (await readVersion(stores, parts, project, common.id)).fields,
    step: { label: `Version of ${formatWhen(version.time)}`, icon: "clock" },
    isVersion: true,
    settled: () => open.shared.settled(version),
    saveMine: parts.keeping.saveAgain,
  };
}

/** Reads what another tab has saved of the open project, and shows both states. */
export async function compareWithTab(stores: Stores, parts: TabSideParts): Promise<void> {
  try {
    const news = await newsOf(stores, parts);
    if (!news) {
      toast(stores, "No other tab changed it", "This tab has the newest version of the project.");
      return;
    }
    const other = await readTabSide(stores, parts, news);
    if (parts.conflicts.show(other)) return;
    other.settled(other.theirs);
    toast(stores, "Both tabs have the same content", "There is nothing to merge.");
  } catch (error) {
    reportError(stores, error, "Comparing with the other tab");
  }
}

/**
 * Says once that another tab has changed the open project: when the artist returns to the page, and when this tab saves
 * it.
 */
export function followTabs(stores: Stores, parts: NewsParts & { keeping: Pick<Keeping, "onKept"> }): void {
  let told = "";
  const tell = (open: OpenProject, { id, time }: KeptVersion) => {
    const { sequence } = stores.document.getState();
    if (told === id || openProject(stores, parts.keeping) !== open || !sequence) return;
    told = id;
    toast(stores, `${sequence.name} was changed in another tab`, `It was saved there: ${formatDay(time)}.`, {
      kind: "warning",
      offer: { action: "file.compare-tab", label: "Compare…" },
      about: "another tab",
    });
  };
  parts.keeping.onKept((open, { ofOthers }) => {
    if (ofOthers && open.shared.isNews(ofOthers)) tell(open, ofOthers);
  });
  stores.document.subscribe(
    (state) => state.sequence,
    () => answerToasts(stores, "file.compare-tab"),
  );
  window.addEventListener("focus", async () => {
    const news = await newsOf(stores, parts).catch(() => null);
    if (news) tell(news.open, news.version);
  });
}
