import { version } from "../../../package.json";
import { type Diagnosis, worstFrames } from "../../../workers/model/reports/diagnosis/diagnosis";
import { diagnosisHtml } from "../../../workers/model/reports/diagnosis/diagnosis-html";
import { diagnosisOf } from "../../../workers/model/reports/diagnosis/report-rows";
import type { Studio } from "../../actions/studio";
import { downloadBlob, safeFileName } from "../../common/download";
import { formatBytes } from "../../common/format";
import { toast } from "../../document/session/toasts";

/** Saves a report of the open rig as one HTML file: pictures, figures, the error of each frame, settings. */
export async function shareReport(studio: Studio): Promise<void> {
  const { sequence } = studio.document.getState();
  if (!sequence) return;
  const html = diagnosisHtml(await diagnosisOfStudio(studio));
  const name = `${safeFileName(sequence.name)}-report.html`;
  const blob = new Blob([html], { type: "text/html" });
  downloadBlob(blob, name);
  toast(studio, `Saved ${name}`, formatBytes(blob.size));
}

async function diagnosisOfStudio({ document, viewport }: Studio): Promise<Diagnosis> {
  const { sequence, rig, report, settings } = document.getState();
  const { name, vertexCount, frameCount, fps } = sequence!;
  const measured = report && diagnosisOf(report, settings);
  const errors = measured?.errorPerFrame ?? [];
  const pictureOf = async (frame: number | null) => {
    const picture = await viewport.current?.pictureAt(frame).catch(() => null);
    return picture ? dataUrl(picture) : null;
  };
  const now = await pictureOf(null);
  const worst: Diagnosis["worst"] = [];
  for (const each of worstFrames(errors, fps)) {
    worst.push({ ...each, url: await pictureOf(each.frame) });
  }
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
    remarks: measured?.remarks ?? [
      "There are no errors, because this rig was neither solved nor measured here.",
    ],
  };
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
