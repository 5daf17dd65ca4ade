/** Repairs values of a glTF file's JSON that glTF does not allow, in all that is kept as it is. */
import { someOf } from "../../../../model/reports/some-of";
import { isObject, type Json, listOf, omit } from "../../carried/carried-json";
import { material, sampler, texture } from "./material-rules";
import { extensions, type Lists, type Mending, object, type Rule, text } from "./mend-json";
import { camera, node, primitive, rootExtensions } from "./scene-rules";

/** The JSON of a file, repaired, and a sentence for each kind of thing that was. */
export interface MendedRoot {
  root: Json;
  replaced: string[];
}

const extensionOf = (root: Json, name: string): Json =>
  isObject(root.extensions) && isObject(root.extensions[name]) ? root.extensions[name] : {};

const named = object({ name: text, extensions: extensions() });
const extended = object({ extensions: extensions() });

const mesh: Rule = (value, mending) => {
  if (!isObject(value)) return value;
  const given = listOf(value, "primitives");
  const primitives = given.map((each) => primitive(each, mending) as Json);
  const mended = extended(value, mending) as Json;
  return primitives.every((each, n) => each === given[n]) ? mended : { ...mended, primitives };
};

/** The repaired lists, with the name of one of their things. */
const LISTS: Readonly<Record<string, { rule: Rule; what: string }>> = {
  materials: { rule: material, what: "materials" },
  textures: { rule: texture, what: "textures" },
  samplers: { rule: sampler, what: "samplers" },
  images: { rule: named, what: "images" },
  cameras: { rule: camera, what: "cameras" },
  nodes: { rule: node, what: "nodes" },
  meshes: { rule: mesh, what: "meshes" },
};

/** Everything keeps its index. Values that other programs may refuse become the nearest allowed ones, or defaults. */
export function mendRoot(given: Json): MendedRoot {
  const count = (json: Json, key: string) => listOf(json, key).length;
  const lists: Lists = {
    textures: count(given, "textures"),
    samplers: count(given, "samplers"),
    images: count(given, "images"),
    materials: count(given, "materials"),
    cameras: count(given, "cameras"),
    lights: count(extensionOf(given, "KHR_lights_punctual"), "lights"),
    variants: count(extensionOf(given, "KHR_materials_variants"), "variants"),
  };
  const root: Json = { ...given };
  const replaced: string[] = [];
  const say = (what: string, broken: ReadonlySet<string>, owners: readonly string[]) => {
    if (broken.size === 0) return;
    const whose = owners.length > 0 ? ` (${someOf(owners)})` : "";
    replaced.push(
      `Values of ${what}${whose} that glTF does not allow: ${someOf([...broken])}. The nearest allowed ones or the defaults replace them.`,
    );
  };
  for (const [key, { rule, what }] of Object.entries(LISTS)) {
    if (given[key] === undefined) continue;
    const broken = new Set<string>();
    const owners: string[] = [];
    const items = listOf(given, key).map((item, n) => {
      const mending: Mending = { lists, broken: new Set() };
      const mended = rule(item, mending);
      for (const name of mending.broken) broken.add(name);
      if (mending.broken.size > 0)
        owners.push(typeof item.name === "string" && item.name ? item.name : `${n + 1}`);
      return mended;
    });
    if (items.length > 0) root[key] = items;
    else delete root[key];
    say(what, broken, owners);
  }
  const mending: Mending = { lists, broken: new Set() };
  if (given.extensions !== undefined) root.extensions = rootExtensions(given.extensions, mending);
  say("the file's extensions", mending.broken, []);
  root.asset = isObject(given.asset) ? omit(given.asset, ["minVersion"]) : given.asset;
  return { root, replaced };
}
