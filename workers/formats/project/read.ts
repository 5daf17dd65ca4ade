import { type MeshSequence, validateSequence } from "../../model/mesh/mesh-sequence";
import type { SolveReport } from "../../model/reports/solve-report";
import type { Rig, RigCorrection } from "../../model/rig/rig";
import type { SolveSettings } from "../../model/solve/solve-settings";
import { isUsable } from "../assemble/check-raw";
import { sharedFloats } from "../assemble/shared-arrays";
import { unpackFloats, unpackIntegers } from "./byte-planes";
import { brokenProject, ContainerReader, openContainer } from "./container";
import { readFit } from "./fit/fit-sections";
import { type Header, headerSchema, type SequenceHeader } from "./header";
import type { Project } from "./project";
import { FramePredictor, type Grid, predecessors, solverPredecessors } from "./quantise";
import { readAppearanceSections } from "./sections/appearance-sections";
import { type BindingExtras, type BindingSections, readBinding } from "./sections/binding-sections";
import { cageFromHeader } from "./sections/cage-header";
import { readDeform, readPoses } from "./sections/deform-sections";
import { readIntent } from "./sections/intent-sections";
import { readLayers } from "./sections/layer-sections";
import { readScene } from "./sections/scene-sections";
import { readSelection } from "./sections/selection-sections";
import { readShapeSections } from "./sections/shape-sections";
import { readExtraction } from "./sections/skeleton-sections";
import { readTwoLayer } from "./sections/two-layer-sections";
import { checkRanges } from "./sequence-ranges";

/** Reads the sections of one file in order, and reports errors in them. */
class ProjectReader {
  private readonly name: string;
  private readonly file: ContainerReader;

  constructor(name: string, file: ContainerReader) {
    this.name = name;
    this.file = file;
  }

  private check(holds: boolean, sentence: string): void {
    if (!holds) throw brokenProject(this.name, sentence);
  }

  private integers(section: string, count: number, stride = 1): Uint32Array {
    return unpackIntegers(this.file.take(section, 4 * count), stride);
  }

  private floats(section: string, count: number, stride: number): Float32Array {
    return unpackFloats(this.file.take(section, 4 * count), new Float32Array(count), stride);
  }

  /** The starts of `rows` rows from their sizes. The last is `total`. */
  private offsets(section: string, rows: number, total: number): Uint32Array {
    const sizes = this.integers(section, rows);
    const offsets = new Uint32Array(rows + 1);
    let sum = 0;
    for (let r = 0; r < rows; r++) offsets[r + 1] = sum += sizes[r];
    this.check(sum === total, `Its section “${section}” counts ${sum} entries, but there are ${total}.`);
    return offsets;
  }

  private exact(h: SequenceHeader) {
    const row = 3 * h.vertexCount;
    const rest = this.floats("rest", row, 3);
    const frames = sharedFloats(row * h.frameCount);
    let previous = rest;
    for (let k = 0; k < h.frameCount; k += h.framesPerSection) {
      const chunk = frames.subarray(k * row, Math.min(k + h.framesPerSection, h.frameCount) * row);
      unpackFloats(this.file.take("frames", 4 * chunk.length), chunk, row, previous);
      previous = chunk.subarray(chunk.length - row);
    }
    const uvs = h.hasUvs ? this.floats("uvs", 2 * h.displayCount, 2) : null;
    const normals = h.hasNormals ? this.floats("normals", 3 * h.displayCount, 3) : null;
    return { rest, frames, uvs, normals };
  }

  private quantised(
    h: SequenceHeader,
    grids: NonNullable<SequenceHeader["quantised"]>,
    triangles: Uint32Array,
    solverIndex: Uint32Array,
  ) {
    const row = 3 * h.vertexCount;
    const before = solverPredecessors({ vertexCount: h.vertexCount, triangles, solverIndex });
    const predictor = new FramePredictor(grids.positions, before);
    const size = FramePredictor.sizeOf(row);
    const rest = sharedFloats(row);
    predictor.decode(this.file.take("rest", size), rest);
    const frames = sharedFloats(row * h.frameCount);
    for (let k = 0; k < h.frameCount; k += h.framesPerSection) {
      const count = Math.min(h.framesPerSection, h.frameCount - k);
      const bytes = this.file.take("frames", count * size);
      for (let f = 0; f < count; f++) {
        const packed = bytes.subarray(f * size, (f + 1) * size);
        predictor.decode(packed, frames.subarray((k + f) * row, (k + f + 1) * row));
      }
    }
    const displayBefore = predecessors(h.displayCount, triangles);
    const single = (section: string, grid: Grid | null, components: number, present: boolean) => {
      if (!present) return null;
      this.check(grid?.min.length === components, `Its section “${section}” has no grid.`);
      const one = new FramePredictor(grid!, displayBefore);
      const values = new Float32Array(components * h.displayCount);
      one.decode(this.file.take(section, FramePredictor.sizeOf(values.length)), values);
      return values;
    };
    const uvs = single("uvs", grids.uvs, 2, h.hasUvs);
    const normals = single("normals", grids.normals, 3, h.hasNormals);
    if (normals) normalise(normals);
    return { rest, frames, uvs, normals };
  }

  /** Checks, before anything is allocated, that the file is as long as its header says. */
  private sizes(h: SequenceHeader): void {
    const perFrame = h.quantised ? FramePredictor.sizeOf(3 * h.vertexCount) : 12 * h.vertexCount;
    const rest = this.file.sizeOf("rest");
    this.check(rest === perFrame, `Its rest pose has ${rest} bytes and should have ${perFrame}.`);
    const frames = this.file.sizeOf("frames");
    const expected = perFrame * h.frameCount;
    this.check(
      frames === expected,
      `Its ${h.frameCount} frames have ${frames} bytes and should have ${expected}.`,
    );
  }

  sequence(h: SequenceHeader): MeshSequence {
    this.sizes(h);
    const polygonOffsets = this.offsets("polygonSizes", h.polygonCount, h.cornerCount);
    const polygonCorners = this.integers("polygonCorners", h.cornerCount);
    const triangles = this.integers("triangles", 3 * h.triangleCount, 3);
    const solverIndex = this.integers("solverIndex", h.displayCount);
    const tets = h.tetCount > 0 ? this.integers("tets", 4 * h.tetCount, 4) : null;
    this.check(
      triangles.every((v) => v < h.displayCount) && solverIndex.every((v) => v < h.vertexCount),
      "A face names a vertex that does not exist.",
    );
    const isSolid = tets?.every((v) => v < h.vertexCount) ?? true;
    this.check(isSolid, "A tetrahedron names a vertex that does not exist.");
    const wires = h.wireCount > 0 ? this.integers("wires", 2 * h.wireCount, 2) : null;
    const isWired = wires?.every((v) => v < h.vertexCount) ?? true;
    this.check(isWired, "A wire edge of the mesh names a vertex that does not exist.");
    this.check(h.quantised === null || h.quantised.positions.min.length === 3, "Its grid is not in space.");
    const arrays = h.quantised ? this.quantised(h, h.quantised, triangles, solverIndex) : this.exact(h);
    const appearance = readAppearanceSections(h, this.take());
    const shaped = readShapeSections(h, this.take(), (holds, sentence) => this.check(holds, sentence));
    const areNumbers = [arrays.uvs, arrays.normals].every((array) => array?.every(Number.isFinite) ?? true);
    this.check(areNumbers, "A normal or a texture coordinate of it is not a number.");
    const arePlaces = arrays.rest.every(isUsable) && arrays.frames.every(isUsable);
    this.check(arePlaces, "A position of it is not a usable number.");
    checkRanges(h, (holds, sentence) => this.check(holds, sentence));
    return validateSequence({
      version: 1,
      name: h.name,
      vertexCount: h.vertexCount,
      frameCount: h.frameCount,
      fps: h.fps,
      origin: h.origin,
      solverIndex,
      polygonOffsets,
      polygonCorners,
      triangles,
      ...(tets && { tets }),
      ...(wires && { wires }),
      parts: h.parts,
      materials: h.materials,
      clips: h.clips,
      upAxis: h.upAxis,
      metresPerUnit: h.metresPerUnit,
      ...arrays,
      ...appearance,
      ...shaped,
    });
  }

  rig(h: NonNullable<Header["rig"]>, sequence: MeshSequence): Rig {
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

  private correction(rank: number, { vertexCount, frameCount }: MeshSequence): RigCorrection | null {
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

  /** Reads selected vertices, mask and sets. They come after the layers. */
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

  private take(): BindingSections {
    return {
      floats: (section, count, stride) => {
        const values = this.floats(section, count, stride);
        this.check(values.every(Number.isFinite), `A number of its section “${section}” is not a number.`);
        return values;
      },
      integers: (section, count, stride) => this.integers(section, count, stride),
      bytes: (section, size) => this.file.take(section, size),
      check: (holds, sentence) => this.check(holds, sentence),
    };
  }
}

function normalise(vectors: Float32Array): void {
  for (let n = 0; n < vectors.length; n += 3) {
    const length = Math.hypot(vectors[n], vectors[n + 1], vectors[n + 2]);
    if (length > 0) for (let c = n; c < n + 3; c++) vectors[c] /= length;
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
  const sequence = reader.sequence(h.sequence);
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
