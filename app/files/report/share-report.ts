import { version } from "../../../package.json";
import { type Diagnosis, worstFrames } from "../../../workers/model/reports/diagnosis/diagnosis";
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
  const pictureOf = async (frame: number | null, n: number) => {
    step({ phase: "Taking pictures", done: n / count, detail: `${n + 1} of ${count}` });
    const picture = await viewport.current?.pictureAt(frame).catch(() => null);
    return picture ? dataUrl(picture) : null;
  };
  const now = await pictureOf(null, 0);
  const worst: Diagnosis["worst"] = [];
  for (const [n, each] of worstOnes.entries()) {
    worst.push({ ...each, url: await pictureOf(each.frame, n + 1) });
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
    pictures: now === null ? [] : [{ caption: "The view when the report was saved", url: now }],
    groups: [{ title: "Sequence", rows: facts }, ...(measured?.groups ?? [])],
    ramp: now === null ? undefined : shownRamp(studio),
    remarks: measured?.remarks ?? [
      "There are no errors, because this rig was neither solved nor measured here.",
    ],
  };
}

/** The error ramp, if the pictures show it. */
function shownRamp({ document, view }: Studio): Diagnosis["ramp"] {
  const { sequence } = document.getState();
  const { workspace, shading, layout, intentMap, errorRange } = view.getState();
  if (workspace !== "solve" || shading !== "error" || layout === "source" || intentMap || !sequence) return;
  const [from, to] = errorRange.map((distance) => formatLength(distance * sequence.metresPerUnit));
  return { title: "Distance to source", colours: RAMPS.error, from, to };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
