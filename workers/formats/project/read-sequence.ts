import { validateSequence } from "../../model/mesh/mesh-sequence";
import type { OpenedSequence } from "../../model/mesh/streamed-sequence";
import { howMany } from "../../model/reports/figures";
import { isUsable } from "../assemble/check-raw";
import { sharedFloats } from "../assemble/shared-arrays";
import { unpackFloats } from "./byte-planes";
import type { SequenceHeader } from "./header";
import { FramePredictor, type Grid, predecessors, solverPredecessors } from "./quantise";
import type { SectionReader } from "./section-reader";
import { readAppearanceSections } from "./sections/appearance-sections";
import { readShapeSections } from "./sections/shape-sections";
import { checkRanges } from "./sequence-ranges";

function exact(reader: SectionReader, h: SequenceHeader) {
  const row = 3 * h.vertexCount;
  const rest = reader.floats("rest", row, 3);
  const frames = sharedFloats(h.filed ? 0 : row * h.frameCount);
  let previous = rest;
  for (let k = 0; k < h.frameCount && !h.filed; k += h.framesPerSection) {
    const chunk = frames.subarray(k * row, Math.min(k + h.framesPerSection, h.frameCount) * row);
    unpackFloats(reader.file.take("frames", 4 * chunk.length), chunk, row, previous);
    previous = chunk.subarray(chunk.length - row);
  }
  const uvs = h.hasUvs ? reader.floats("uvs", 2 * h.displayCount, 2) : null;
  const normals = h.hasNormals ? reader.floats("normals", 3 * h.displayCount, 3) : null;
  return { rest, frames, uvs, normals };
}

function quantised(
  reader: SectionReader,
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
  predictor.decode(reader.file.take("rest", size), rest);
  const frames = sharedFloats(row * h.frameCount);
  for (let k = 0; k < h.frameCount; k += h.framesPerSection) {
    const count = Math.min(h.framesPerSection, h.frameCount - k);
    const bytes = reader.file.take("frames", count * size);
    for (let f = 0; f < count; f++) {
      const packed = bytes.subarray(f * size, (f + 1) * size);
      predictor.decode(packed, frames.subarray((k + f) * row, (k + f + 1) * row));
    }
  }
  const displayBefore = predecessors(h.displayCount, triangles);
  const single = (section: string, grid: Grid | null, components: number, present: boolean) => {
    if (!present) return null;
    reader.check(grid?.min.length === components, `Its section “${section}” has no grid.`);
    const one = new FramePredictor(grid!, displayBefore);
    const values = new Float32Array(components * h.displayCount);
    one.decode(reader.file.take(section, FramePredictor.sizeOf(values.length)), values);
    return values;
  };
  const uvs = single("uvs", grids.uvs, 2, h.hasUvs);
  const normals = single("normals", grids.normals, 3, h.hasNormals);
  if (normals) normalise(normals);
  return { rest, frames, uvs, normals };
}

/** Checks, before anything is allocated, that the file is as long as its header says. */
function checkSizes(reader: SectionReader, h: SequenceHeader): void {
  const perFrame = h.quantised ? FramePredictor.sizeOf(3 * h.vertexCount) : 12 * h.vertexCount;
  const rest = reader.file.sizeOf("rest");
  reader.check(rest === perFrame, `Its rest pose has ${rest} bytes and should have ${perFrame}.`);
  const frames = reader.file.sizeOf("frames");
  const expected = h.filed ? 0 : perFrame * h.frameCount;
  reader.check(
    frames === expected,
    `It has ${howMany(h.frameCount, "frame")} in ${frames} bytes and should have ${expected}.`,
  );
}

/** Reads the mesh and its frames, which are the first sections of a file. */
export function readSequence(h: SequenceHeader, reader: SectionReader): OpenedSequence {
  checkSizes(reader, h);
  const polygonOffsets = reader.offsets("polygonSizes", h.polygonCount, h.cornerCount);
  const polygonCorners = reader.integers("polygonCorners", h.cornerCount);
  const triangles = reader.integers("triangles", 3 * h.triangleCount, 3);
  const solverIndex = reader.integers("solverIndex", h.displayCount);
  const tets = h.tetCount > 0 ? reader.integers("tets", 4 * h.tetCount, 4) : null;
  reader.check(
    triangles.every((v) => v < h.displayCount) && solverIndex.every((v) => v < h.vertexCount),
    "A face names a vertex that does not exist.",
  );
  const isSolid = tets?.every((v) => v < h.vertexCount) ?? true;
  reader.check(isSolid, "A tetrahedron names a vertex that does not exist.");
  const wires = h.wireCount > 0 ? reader.integers("wires", 2 * h.wireCount, 2) : null;
  const isWired = wires?.every((v) => v < h.vertexCount) ?? true;
  reader.check(isWired, "A wire edge of the mesh names a vertex that does not exist.");
  reader.check(!h.filed || h.quantised === null, "Its frames are in other files, and its mesh is on a grid.");
  reader.check(h.quantised === null || h.quantised.positions.min.length === 3, "Its grid is not in space.");
  const arrays = h.quantised ? quantised(reader, h, h.quantised, triangles, solverIndex) : exact(reader, h);
  const appearance = readAppearanceSections(h, reader.take());
  const shaped = readShapeSections(h, reader.take(), (holds, sentence) => reader.check(holds, sentence));
  const areNumbers = [arrays.uvs, arrays.normals].every((array) => array?.every(Number.isFinite) ?? true);
  reader.check(areNumbers, "A normal or a texture coordinate of it is not a number.");
  const arePlaces = arrays.rest.every(isUsable) && arrays.frames.every(isUsable);
  reader.check(arePlaces, "A position of it is not a usable number.");
  checkRanges(h, (holds, sentence) => reader.check(holds, sentence));
  const mesh = {
    version: 1 as const,
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
  };
  if (!h.filed) return validateSequence(mesh);
  // Without frames it is checked as a still mesh.
  validateSequence({ ...mesh, frameCount: 1, frames: mesh.rest });
  reader.check(h.frameCount > 0, "It has no frames.");
  return { ...mesh, frames: h.filed };
}

function normalise(vectors: Float32Array): void {
  for (let n = 0; n < vectors.length; n += 3) {
    const length = Math.hypot(vectors[n], vectors[n + 1], vectors[n + 2]);
    if (length > 0) for (let c = n; c < n + 3; c++) vectors[c] /= length;
  }
}
