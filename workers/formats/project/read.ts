import type { SequenceMesh } from "../../model/mesh/streamed-sequence";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig, RigCorrection } from "../../model/rig/rig";
import type { SolveSettings } from "../../model/solve/solve-settings";
import { isUsable } from "../assemble/check-raw";
import { brokenProject, ContainerReader, openContainer } from "./container";
import { readFit } from "./fit/fit-sections";
import { type Header, headerSchema } from "./header";
import type { Project } from "./project";
import { readSequence } from "./read-sequence";
import { SectionReader } from "./section-reader";
import { type BindingExtras, readBinding } from "./sections/binding-sections";
import { cageFromHeader } from "./sections/cage-header";
import { readDeform, readPoses } from "./sections/deform-sections";
import { readIntent } from "./sections/intent-sections";
import { readLayers } from "./sections/layer-sections";
import { readScene } from "./sections/scene-sections";
import { readSelection } from "./sections/selection-sections";
import { readExtraction } from "./sections/skeleton-sections";
import { readTwoLayer } from "./sections/two-layer-sections";

/** Reads the parts of a project after its sequence. */
class ProjectReader extends SectionReader {
  rig(h: NonNullable<Header["rig"]>, sequence: SequenceMesh): Rig {
    const boneCount = h.bones.length;
    h.bones.forEach((bone, j) => {
      this.check(bone.parent < j, `Bone “${bone.name}” comes before its parent.`);
    });
    const offsets = this.offsets("influences", sequence.vertexCount, h.influenceCount);
    const bones = this.integers("influenceBones", h.influenceCount);
    const values = this.floats("influenceValues", h.influenceCount, 1);
    this.check(
      bones.every((j) => j < boneCount),
      `A weight names a bone that does not exist: there are ${boneCount}.`,
    );
    const motion = this.floats("motion", 12 * boneCount * sequence.frameCount, 12 * boneCount);
    const rest = h.ownRest ? this.floats("rigRest", sequence.rest.length, 3) : sequence.rest;
    const correction = this.correction(h.correction, sequence);
    const { shapes = [], weights = [] } = correction ?? {};
    const numbers = [values, motion, rest, shapes, weights].every((array) => array.every(isUsable));
    this.check(numbers, "A number of its rig is not a number.");
    return {
      version: 1,
      bones: h.bones,
      boneKind: h.boneKind,
      weights: { version: 1, offsets, bones: Uint16Array.from(bones), values },
      motion,
      rest,
      ...(correction && { correction }),
    };
  }

  private correction(rank: number, { vertexCount, frameCount }: SequenceMesh): RigCorrection | null {
    if (rank === 0) return null;
    const shapes = this.floats("correctionShapes", rank * 3 * vertexCount, 3);
    return { rank, shapes, weights: this.floats("correctionWeights", rank * frameCount, rank) };
  }

  report(h: NonNullable<Header["report"]>, vertexCount: number): SolveReport {
    const { hasErrorPerVertex, hasCorrectedPerVertex: _, ...figures } = h;
    // These fields are only for display, so events and methods of later versions are kept.
    const report = figures as unknown as SolveReport;
    return hasErrorPerVertex
      ? { ...report, errorPerVertex: this.floats("errorPerVertex", vertexCount, 1) }
      : report;
  }

  /** Reads the errors per vertex after the correction. They come after everything else. */
  correctedErrors(h: NonNullable<Header["report"]>, { corrected }: SolveReport, vertexCount: number): void {
    if (!h.hasCorrectedPerVertex) return;
    const errors = this.floats("correctedPerVertex", vertexCount, 1);
    if (corrected?.measures) corrected.measures.errorPerVertex = errors;
  }

  /** Reads the settings of the deformers, the intent of solves, and poses; undefined if the file has none. */
  deform(h: Header): Pick<Project, "deform" | "intent" | "poses"> {
    const sizes = { vertices: h.sequence.vertexCount, bones: h.rig?.bones.length ?? 0 };
    const needsBones = h.poses.length > 0 || h.deform?.hasSlide;
    this.check(!needsBones || sizes.bones > 0, "It has poses, but no skeleton.");
    const { floats, integers } = this.take();
    const deform = h.deform ? readDeform(h.deform, sizes, floats) : undefined;
    const lengths = { vertices: sizes.vertices, frames: h.sequence.frameCount };
    const intent = h.intent ? readIntent(h.intent, lengths, floats, integers) : undefined;
    const poses = readPoses(h.poses, sizes, floats);
    return { deform, intent, poses: poses.length > 0 ? poses : undefined };
  }

  /** Reads the binding to a skeleton; nothing if the file has none. */
  binding(h: Header): BindingExtras {
    return h.binding ? readBinding(h.binding, h.sequence.vertexCount, this.take()) : {};
  }

  /** Reads the skeleton that the artist brought, and the fits onto it; nothing if the file has none. */
  fit(h: Header): Pick<Project, "ownSkeleton" | "fitting" | "fitFigures"> {
    const { vertexCount: vertices, frameCount: frames } = h.sequence;
    return h.fit ? readFit(h.fit, { vertices, frames }, this.take()) : {};
  }

  /** Adds the layers of the rig's weights and its cage, if it has any. They come after everything else. */
  withLayers(h: Header, rig: Rig | null): Rig | null {
    if (!rig || !h.rig) return rig;
    const { twoLayer, cage } = h.rig;
    const sizes = { bones: rig.bones.length, vertices: h.sequence.vertexCount };
    return {
      ...rig,
      ...(twoLayer && { twoLayer: readTwoLayer(twoLayer, sizes, this.take()) }),
      ...(cage && { cage: cageFromHeader(cage) }),
    };
  }

  /** Reads selected vertices, the mask and named sets; nothing if the file has none. */
  selection(h: Header): Pick<Project, "vertexSelection"> {
    return h.selection ? readSelection(h.selection, h.sequence.vertexCount, this.take()) : {};
  }

  /** Reads the layers of the rig's weights; nothing if the file has none. */
  weightLayers(h: Header, rig: Rig | null): Pick<Project, "weightLayers"> {
    if (!rig || !h.weightLayers) return {};
    return { weightLayers: readLayers(h.weightLayers, rig, h.sequence.vertexCount, this.take()) };
  }

  /** Reads saved views and what is hidden; nothing if the file has neither. */
  scene(h: Header): Pick<Project, "scene"> {
    const sizes = { vertices: h.sequence.vertexCount, parts: h.sequence.parts.length };
    return h.scene ? { scene: readScene(h.scene, sizes, this.take()) } : {};
  }
}

/**
 * The content of a .sinew file.
 * @param name of the file, for error messages.
 * @throws SinewError if it is not a project, or is newer, truncated, or damaged.
 */
export function readProject(bytes: Uint8Array, name = "This project"): Project {
  const { header, body } = openContainer(bytes, name);
  const parsed = headerSchema.safeParse(header);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") || "header";
    throw brokenProject(name, `Its header says something impossible of “${where}”.`);
  }
  const h = parsed.data;
  const reader = new ProjectReader(name, new ContainerReader(name, h.sections, body));
  const sequence = readSequence(h.sequence, reader);
  const rig = h.rig && reader.rig(h.rig, sequence);
  const report = h.report && reader.report(h.report, h.sequence.vertexCount);
  const settings = h.settings as SolveSettings | null;
  const extraction = h.extraction ? readExtraction(h.extraction) : {};
  const mirroring = h.mirroring ? { mirroring: h.mirroring } : {};
  const others = { ...reader.deform(h), ...reader.binding(h), ...extraction, ...mirroring };
  if (h.report && report) reader.correctedErrors(h.report, report, h.sequence.vertexCount);
  const fit = reader.fit(h);
  const whole = reader.withLayers(h, rig);
  // The order of the sections in the file.
  const last = { ...reader.selection(h), ...reader.weightLayers(h, whole), ...reader.scene(h) };
  return { sequence, rig: whole, report, settings, ...others, ...fit, ...last };
}
