/**
 * GLB files whose materials, textures, cameras or lights have values that glTF does not allow. Each opens, and its
 * export has none of them.
 */
import { expect, it } from "vitest";
import { prepareFileRig } from "../../../export/prepare";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { assemble } from "../../assemble/assemble-sequence";
import { AS_IT_IS } from "../../testing/formats";
import { glbOf, glbParts } from "../../testing/fuzz/glb-parts";
import { isObject, type Json } from "../carried/carried-json";
import { openBytes } from "../read/testing/read-bytes";
import { everythingGlb } from "../testing/everything";
import { validateGlb } from "./validate-glb";
import { writeGlb } from "./write-glb";

const options = { ...AS_IT_IS, keepRig: true };

/** Opens the file of everything with other JSON, and exports it again. */
async function again(json: Json) {
  const source = await openBytes(glbOf(json, glbParts(everythingGlb()).rest));
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  const asked = { influences: 0, clips: [], upAxis: "y" as const };
  const { bytes } = await writeGlb(await prepareFileRig(sequence, rig!, asked, UNWATCHED));
  return { bytes, json: glbParts(bytes).json as Json, lost: sequence.carried?.lost ?? [] };
}

const everything = () => glbParts(everythingGlb()).json as Json;

/** The places of all values in the lists, without extras, which may be anything. */
function placesIn(value: unknown, at: readonly string[]): string[][] {
  if (typeof value !== "object" || value === null) return [[...at]];
  const below = Object.entries(value).filter(([key]) => key !== "extras");
  return [[...at], ...below.flatMap(([key, item]) => placesIn(item, [...at, key]))];
}

function withValue(json: Json, place: readonly string[], value: unknown): Json {
  let owner = json;
  for (const key of place.slice(0, -1)) owner = owner[key] as Json;
  owner[place[place.length - 1]] = value;
  return json;
}

const WRONG = [-1, 99, 0.5, "x", null, [], {}];

it("the export of a file with a wrong value is valid", async () => {
  const lists = ["materials", "cameras", "textures", "samplers", "extensions"];
  const places = lists.flatMap((key) => placesIn(everything()[key], [key]));
  expect(places.length).toBeGreaterThan(90);
  const random = createRandom(Number(process.env["SINEW_SEED"] ?? 5));
  for (const place of places) {
    const value = WRONG[random.integer(WRONG.length)];
    const said = `${place.join("/")} is ${JSON.stringify(value)}`;
    const exported = again(withValue(everything(), place, value));
    // Faces refer to materials, so the reader needs the list and its objects.
    if (place[0] === "materials" && place.length <= 2 && !isObject(value))
      await expect(exported, said).rejects.toThrow("test.glb is damaged");
    else expect(await validateGlb((await exported).bytes), said).toEqual([]);
  }
}, 120_000);

it("wrong values become the nearest allowed ones or defaults, and the notes name them", async () => {
  const given = everything();
  withValue(given, ["materials", "0", "pbrMetallicRoughness", "metallicFactor"], 7);
  withValue(given, ["materials", "0", "normalTexture", "index"], 40);
  withValue(given, ["materials", "1", "pbrMetallicRoughness", "baseColorFactor"], "red");
  withValue(given, ["cameras", "0", "perspective", "yfov"], "wide");
  withValue(given, ["cameras", "1", "orthographic", "xmag"], -2);
  withValue(given, ["extensions", "KHR_lights_punctual", "lights", "1", "range"], -7);
  const { json, lost } = await again(given);
  const [paint, winter] = json.materials as Json[];
  expect(paint.pbrMetallicRoughness).toMatchObject({ metallicFactor: 1 });
  expect(paint).not.toHaveProperty("normalTexture");
  expect(winter.pbrMetallicRoughness).toEqual({});
  expect(json.cameras).toMatchObject([
    { name: "eye", perspective: { yfov: Math.PI / 4, znear: 0.1 } },
    { name: "top", orthographic: { xmag: 2, ymag: 1 } },
  ]);
  const { lights } = (json.extensions as Record<string, Json>)["KHR_lights_punctual"];
  expect((lights as Json[])[1]).toMatchObject({ type: "spot", spot: { outerConeAngle: 0.5 } });
  expect((lights as Json[])[1]).not.toHaveProperty("range");
  expect(lost).toContain(
    "Values of materials (paint, winter) that glTF does not allow: metallicFactor, index, normalTexture and 1 more. The nearest allowed ones or the defaults replace them.",
  );
  expect(lost.filter((sentence) => sentence.includes("cameras (eye, top)"))).toHaveLength(1);
  expect(lost.filter((sentence) => sentence.includes("the file's extensions"))).toHaveLength(1);
});

it("values that glTF allows stay as they are", async () => {
  const { json, lost } = await again(everything());
  const given = everything();
  for (const key of ["materials", "textures", "samplers", "cameras"]) expect(json[key]).toEqual(given[key]);
  const lightsOf = ({ extensions }: Json) => isObject(extensions) && extensions["KHR_lights_punctual"];
  expect(lightsOf(json)).toEqual(lightsOf(given));
  expect(lost.join()).not.toContain("does not allow");
});
