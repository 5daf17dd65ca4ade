/** Lines that compare two layers with SSDR at four influences per vertex. */
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import {
  COMPRESS_DEFAULTS,
  type CompressReport,
  type CompressSettings,
} from "../../workers/model/reports/compress-report";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import type { Checks } from "./checks";
import type { ReductionCase } from "./dense-rigs";

const cell = (text: string | number, width = 11) => String(text).padStart(width);

/** At the error of SSDR with four influences, two layers take at most this share of its bytes. */
const LARGEST_PART: Record<ReductionCase["kind"], number> = {
  body: 0.7,
  cloth: 0.9,
  elastic: 0.7,
  skinned: 0.7,
  generated: 0.7,
};

export async function compressed(
  engine: Engine,
  sequence: MeshSequence,
  rig: Rig,
  settings: Partial<CompressSettings>,
): Promise<CompressReport> {
  const input = { sequence, rig, settings: { ...COMPRESS_DEFAULTS, ...settings } };
  return (await engine.run("compressRig", input, UNWATCHED)).report;
}

export function printHead(): void {
  const titles = ["E_RMS", "normals°", "virtual", "blends/v", "bytes", "of four", "s"];
  console.log(`  ${"".padEnd(28)}${titles.map((title) => cell(title)).join("")}`);
}

export function printLine(name: string, report: CompressReport): void {
  console.log(
    `  ${name.padEnd(28)}${cell(report.eRms.toFixed(3))}${cell(report.normalErrorDegrees.toFixed(2))}` +
      `${cell(report.virtualBones)}${cell(report.blendsPerVertex.toFixed(2))}${cell(report.bytes)}` +
      `${cell(`${((100 * report.bytes) / report.bytesOfFour).toFixed(0)} %`)}${cell(report.seconds.toFixed(1))}`,
  );
}

/** Prints the error of a rig, and returns it. */
export async function printRig(
  engine: Engine,
  name: string,
  sequence: MeshSequence,
  rig: Rig,
): Promise<number> {
  const { eRms, normalErrorDegrees } = await engine.run("measureRig", { sequence, rig }, UNWATCHED);
  console.log(`  ${name.padEnd(28)}${cell(eRms.toFixed(3))}${cell(normalErrorDegrees.toFixed(2))}`);
  return eRms;
}

/**
 * The number q of virtual bones, with c bones each, that gives four blends per vertex: (q·c + 2V)/V = 4.
 * @param c the most bones of a virtual bone.
 */
export const fourBlends = (vertices: number, c: number): Partial<CompressSettings> => ({
  target: { kind: "virtual-bones", count: Math.floor((2 * vertices) / c) },
  bonesPerVirtual: c,
});

/** The c of our method at four blends. */
export const USUAL_BONES = 12;

/**
 * Two layers of a dense rig at four blends per vertex, and at the error of SSDR with four influences; both are checked.
 */
export async function layerRow(
  engine: Engine,
  { name, kind, bones }: ReductionCase,
  sequence: MeshSequence,
  { dense, four }: { dense: Rig; four: Rig },
  checks: Checks,
): Promise<void> {
  console.log(`${name}: two layers`);
  printHead();
  const own = await printRig(engine, "dense", sequence, dense);
  const direct = await printRig(engine, "SSDR at 4", sequence, four);
  const blends = fourBlends(sequence.vertexCount, Math.min(bones, USUAL_BONES));
  for (const method of ["published", "two-layer"] as const) {
    const words = method === "published" ? "published" : "ours";
    for (const examples of ["none", "frames"] as const) {
      const report = await compressed(engine, sequence, dense, { ...blends, method, examples });
      printLine(`${examples === "none" ? "no examples" : "examples"}, ${words}`, report);
      if (method !== "two-layer" || examples !== "frames") continue;
      checks.check(
        report.eRms < direct,
        `${name}: two layers at ${report.blendsPerVertex.toFixed(2)} blends ${report.eRms.toFixed(3)}, SSDR at 4 ${direct.toFixed(3)} (dense ${own.toFixed(3)})`,
      );
    }
  }
  const target = { kind: "error", error: direct } as const;
  const small = await compressed(engine, sequence, dense, { target });
  printLine("ours, at the error of SSDR", small);
  const part = small.bytes / small.bytesOfFour;
  const most = LARGEST_PART[kind];
  checks.check(
    small.reached && part <= most,
    `${name}: at the error of SSDR in ${(100 * part).toFixed(0)} % of its bytes, at most ${100 * most} %`,
  );
}
