import { version } from "../../../package.json";
import {
  type ColourScale,
  type Diagnosis,
  worstFrames,
} from "../../../workers/model/reports/diagnosis/diagnosis";
import { diagnosisHtml } from "../../../workers/model/reports/diagnosis/diagnosis-html";
import { diagnosisOf } from "../../../workers/model/reports/diagnosis/report-rows";
import type { Progress } from "../../../workers/model/task";
import type { Studio } from "../../actions/studio";
import { downloadBlob, safeFileName } from "../../common/download";
import { formatBytes, formatLength } from "../../common/format";
import { pageJob } from "../../document/session/page-job";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { watched } from "../../document/session/watched";
import { RAMPS } from "../../viewport/colours/palette";
import type { ViewportHandle } from "../../viewport/viewport-handle";

/**
 * Saves a report of the open rig as one HTML file: pictures, figures, the error of each frame, settings. The pictures
 * of the worst frames take a while, so a card shows the progress and can cancel.
 */
export async function shareReport(studio: Studio): Promise<void> {
  const { sequence } = studio.document.getState();
  if (!sequence) return;
  try {
    const job = pageJob((step) => diagnosisOfStudio(studio, step));
    const html = diagnosisHtml(await watched(studio, "Saving the report", job));
    const name = `${safeFileName(sequence.name)}-report.html`;
    const blob = new Blob([html], { type: "text/html" });
    downloadBlob(blob, name);
    toast(studio, `Saved ${name}`, formatBytes(blob.size));
  } catch (error) {
    reportError(studio, error, "Saving the report");
  }
}

async function diagnosisOfStudio(studio: Studio, step: (progress: Progress) => void): Promise<Diagnosis> {
  const { document, viewport } = studio;
  const { sequence, rig, report, settings } = document.getState();
  const { name, vertexCount, frameCount, fps } = sequence!;
  const measured = report && diagnosisOf(report, settings);
  const errors = measured?.errorPerFrame ?? [];
  const worstOnes = worstFrames(errors, fps);
  const count = worstOnes.length + 1;
  const taken = async (n: number, take: (from: ViewportHandle) => Promise<Blob>) => {
    step({ phase: "Taking pictures", done: n / count, detail: `${n + 1} of ${count}` });
    const picture = viewport.current && (await take(viewport.current).catch(() => null));
    return picture && dataUrl(picture);
  };
  const now = await taken(0, (from) => from.pictureNow());
  const worst: Diagnosis["worst"] = [];
  for (const [n, each] of worstOnes.entries()) {
    worst.push({ ...each, url: await taken(n + 1, (from) => from.pictureOfErrors(each.frame)) });
  }
  step({ phase: "Writing", done: 1, detail: "" });
  const facts: [string, string][] = [
    ["Vertices", String(vertexCount)],
    ["Frames", `${frameCount} at ${fps} a second`],
    ["Triangles", String(sequence!.triangles.length / 3)],
    ...(rig ? ([["Bones", rig.bones.map((bone) => bone.name).join(", ")]] as [string, string][]) : []),
  ];
  return {
    ...{ name, version, time: Date.now(), worst, errorPerFrame: errors },
    pictures: now === null ? [] : [viewAsSaved(studio, now)],
    groups: [{ title: "Sequence", rows: facts }, ...(measured?.groups ?? [])],
    scale: worst.some(({ url }) => url !== null) ? errorScale(studio) : undefined,
    remarks: measured?.remarks ?? [
      "There are no errors, because this rig was neither solved nor measured here.",
    ],
  };
}

/** The picture of the view on screen, with the scale of its colours if they are errors. */
function viewAsSaved(studio: Studio, url: string): Diagnosis["pictures"][number] {
  const { workspace, shading, layout, intentMap } = studio.view.getState();
  const isError = workspace === "solve" && shading === "error" && layout !== "source" && !intentMap;
  const caption = "The view when the report was saved";
  return { caption, url, ...(isError && { scale: errorScale(studio) }) };
}

/** The ramp of errors, with its least, its middle and its largest value. */
function errorScale({ document, view }: Studio): ColourScale {
  const [from, to] = view.getState().errorRange;
  const metres = document.getState().sequence!.metresPerUnit;
  const values = [from, (from + to) / 2, to].map((distance) => formatLength(distance * metres));
  return { title: "Distance to source", colours: RAMPS.error, values };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
