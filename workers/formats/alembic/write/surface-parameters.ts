/** UV sets, colours and custom attributes of a mesh, as parameters of its corners. */
import { chosenRows } from "../../../export/meshes/chosen-rows";
import type { MeshPiece } from "../../../export/meshes/mesh-pieces";
import { ownAttributes } from "../../../export/meshes/own-attributes";
import { ownSets } from "../../../export/meshes/own-sets";
import { UniqueNames } from "../../../export/unique-names";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { PropertyRecord } from "./archive-writer";
import { inPath, parameterRecord } from "./records";

/**
 * The interpretations of custom attributes by their width. Two numbers are no vector, because programs take such
 * vectors for UVs.
 */
const INTERPRETATIONS = ["", "point", "vector", ""];

/** Alembic counts v from the bottom, a sequence from the top. */
const fromBottom = (uvs: Float32Array): Float32Array => uvs.map((x, c) => (c % 2 === 0 ? x : 1 - x));

/**
 * @param turned the indices of the corners, in the order in which Alembic lists them.
 * @returns the first UV set, and the properties of `.arbGeomParams`.
 */
export function surfaceParameters(
  sequence: MeshSequence,
  piece: MeshPiece,
  turned: Uint32Array,
): { uvs: PropertyRecord | null; others: PropertyRecord[] } {
  const { displays, cornerDisplays: indices } = piece;
  const names = new UniqueNames();
  const { uvs: uvNames = [], colours: colourNames = [] } = sequence.setNames ?? {};
  const record = (
    name: string,
    interpretation: string,
    width: number,
    values: Float32Array,
    sourceName?: string,
  ) => parameterRecord(name, interpretation, width, { scope: "corner", values, indices, sourceName }, turned);
  const named = (name: string, interpretation: string, width: number, values: Float32Array) =>
    record(names.take(inPath(name)), interpretation, width, values);
  const materials = piece.faceSets.map(({ material }) => sequence.materials[material]);
  const own = ownSets(sequence, displays, materials);
  const uvSets = own.uvs.map((set) => fromBottom(chosenRows(set, 2, displays)));
  const colours = own.colours.map((set) => chosenRows(set, 4, displays));
  return {
    uvs: uvSets.length > 0 ? record("uv", "vector", 2, uvSets[0], uvNames[0]) : null,
    others: [
      ...uvSets.slice(1).map((set, n) => named(uvNames[n + 1] || `uv${n + 2}`, "vector", 2, set)),
      ...colours.map((set, n) => named(colourNames[n] || (n === 0 ? "Cd" : `Cd${n + 1}`), "rgba", 4, set)),
      ...ownAttributes(sequence.attributes, displays).map(({ name, width, values }) =>
        named(name, INTERPRETATIONS[width - 1], width, chosenRows(values, width, displays)),
      ),
    ],
  };
}
