/** Names of UV sets and of sets of colours. The meshes of a scene share their sets, but may name them differently. */
import { isGivenName } from "../../model/files/export/set-names-left-out";
import type { SetNames } from "../../model/mesh/appearance";
import { someOf } from "../../model/reports/some-of";

/**
 * For each set, the name in the first mesh that has one. Absent if no set has a name.
 * @param meshes the names of each mesh.
 */
export function joinSetNames(meshes: readonly SetNames[]): { setNames?: SetNames } {
  const joined = (of: (names: SetNames) => string[]) =>
    Array.from(
      { length: meshes.reduce((most, names) => Math.max(most, of(names).length), 0) },
      (_, n) => meshes.map((names) => of(names)[n]).find(Boolean) ?? "",
    );
  const setNames = { uvs: joined(({ uvs }) => uvs), colours: joined(({ colours }) => colours) };
  return [...setNames.uvs, ...setNames.colours].some(Boolean) ? { setNames } : {};
}

/** A sentence for the export about names that only other meshes than the first have. */
export function otherSetNames(meshes: readonly SetNames[]): string[] {
  const { setNames } = joinSetNames(meshes);
  const other = (of: (names: SetNames) => string[]) =>
    meshes.flatMap((names) => of(names).filter((name, n) => name !== "" && name !== of(setNames!)[n]));
  const all = setNames ? [...other(({ uvs }) => uvs), ...other(({ colours }) => colours)] : [];
  const names = all.filter(isGivenName);
  return names.length > 0
    ? [`Other names that some meshes have for their UV sets and colours: ${someOf([...new Set(names)])}.`]
    : [];
}
