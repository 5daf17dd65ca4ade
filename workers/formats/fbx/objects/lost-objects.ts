/** What an FBX has besides surfaces, bones and clips, which no exported file has. */
import { someOf } from "../../../model/reports/some-of";
import type { FbxObject, FbxObjects } from "./objects";

/** Custom properties that programs write for themselves, not the artist. */
const OF_PROGRAMS = new Set([
  "currentUVSet",
  "filmboxTypeID",
  "lockInfluenceWeights",
  "mr displacement use global settings",
]);

const customOf = ({ properties }: FbxObject): string[] =>
  properties.customNames().filter((name) => !OF_PROGRAMS.has(name));

/** Models that show nothing: neither a camera nor a light, and above nothing that is used. */
function idleModels(objects: FbxObjects, used: ReadonlySet<FbxObject>): FbxObject[] {
  const needed = new Set(used);
  const above = (object: FbxObject): FbxObject[] =>
    objects.parentsOf(object).flatMap(({ object: parent }) => (parent.type === "Model" ? [parent] : []));
  // A set grows while it is read, so parents of parents are found too.
  for (const object of needed) for (const parent of above(object)) needed.add(parent);
  const shows = (object: FbxObject) =>
    objects.childrenOfType(object, "NodeAttribute").some(({ kind }) => kind === "Camera" || kind === "Light");
  return objects.ofType("Model").filter((object) => !needed.has(object) && !shows(object));
}

/** @param used the models of meshes and bones. */
export function lostObjects(objects: FbxObjects, used: ReadonlySet<FbxObject>): string[] {
  const attributes = objects.ofType("NodeAttribute");
  const counted = (count: number, one: string) =>
    count > 0 ? [`${count} ${one}${count === 1 ? "" : "s"}`] : [];
  const ofKind = (kind: string) => attributes.filter((attribute) => attribute.kind === kind).length;
  const seen = [
    ...counted(ofKind("Camera"), "camera"),
    ...counted(ofKind("Light"), "light"),
    ...counted(idleModels(objects, used).length, "other node"),
  ];
  const custom = objects.all.filter((object) => customOf(object).length > 0);
  const names = custom.map((object) => object.name || object.type);
  return [
    ...(seen.length > 0 ? [`${seen.join(", ").replace(/, (?=[^,]*$)/, " and ")} of the source file.`] : []),
    ...(custom.length > 0
      ? [`Custom properties of ${someOf(names)}: ${someOf(custom.flatMap(customOf))}.`]
      : []),
  ];
}
