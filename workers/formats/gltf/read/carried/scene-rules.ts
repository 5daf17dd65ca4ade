/** What glTF 2.0 (section 5) and its extensions allow in cameras and lights, and in values that refer to them. */
import { isObject, type Json, listOf, omit } from "../../carried/carried-json";
import {
  among,
  extensions,
  indexOf,
  listWith,
  numberIn,
  numbers,
  object,
  positive,
  type Rule,
  share,
  text,
} from "./mend-json";

/** The lenses of cameras without a usable one. The angle is in radians. */
const LENSES = {
  perspective: { yfov: Math.PI / 4, znear: 0.1 },
  orthographic: { xmag: 1, ymag: 1, znear: 0, zfar: 100 },
} as const;

/** The angle of a lens in radians, less than half a turn. */
const angle: Rule = (value, mending) => (Number(value) < Math.PI ? positive(value, mending) : undefined);
/** Half the width or the height of a view without perspective. */
const half: Rule = (value, mending) => positive(typeof value === "number" ? Math.abs(value) : value, mending);

const anyCamera = object({
  name: text,
  type: among("perspective", "orthographic"),
  perspective: object({ aspectRatio: positive, yfov: angle, zfar: positive, znear: positive }),
  orthographic: object({ xmag: half, ymag: half, zfar: positive, znear: numberIn(0) }),
});

const objectAt = (json: Json, key: string): Json => (isObject(json[key]) ? json[key] : {});

/** A camera with all that its kind of lens must have. A far plane that is not behind the near one is replaced. */
export const camera: Rule = (value, mending) => {
  const mended = anyCamera(isObject(value) ? value : {}, mending) as Json;
  const isFlat = mended.type === "orthographic" || (mended.type === undefined && "orthographic" in mended);
  const type = isFlat ? "orthographic" : "perspective";
  const given = objectAt(mended, type);
  const near = Number(given.znear ?? LENSES[type].znear);
  const isBehind = given.zfar === undefined || Number(given.zfar) > near;
  const lens: Json = { ...LENSES[type], ...(isBehind ? given : omit(given, ["zfar"])) };
  if (isFlat && !(Number(lens.zfar) > near)) lens.zfar = near + LENSES.orthographic.zfar;
  const isWhole = Object.entries(lens).every(([key, number]) => given[key] === number) && isBehind;
  if (!isWhole) mending.broken.add(type);
  const others = isFlat ? "perspective" : "orthographic";
  if (isWhole && mended.type === type && !(others in mended)) return mended;
  return { ...omit(mended, [others]), type, [type]: lens };
};

const cone = numberIn(0, Math.PI / 2);

const anyLight = object({
  name: text,
  type: among("directional", "point", "spot"),
  color: numbers(3, share),
  intensity: numberIn(0),
  range: positive,
  spot: object({
    innerConeAngle: cone,
    outerConeAngle: (value, mending) => positive(cone(value, mending), mending),
  }),
});

/** A light; one of no known kind shines to all sides. The inner cone of a spot is within its outer one. */
const light: Rule = (value, mending) => {
  const mended = anyLight(isObject(value) ? value : {}, mending) as Json;
  if (mended.type === undefined) {
    mending.broken.add("type");
    return { ...omit(mended, ["spot"]), type: "point" };
  }
  if (mended.type !== "spot") return mended;
  const spot = objectAt(mended, "spot");
  const isInside = Number(spot.innerConeAngle ?? 0) < Number(spot.outerConeAngle ?? Math.PI / 4);
  if (isInside && isObject(mended.spot)) return mended;
  mending.broken.add("spot");
  return { ...mended, spot: isInside ? spot : omit(spot, ["innerConeAngle"]) };
};

/** A variant of the file's materials. */
const variant: Rule = (value) => {
  if (!isObject(value)) return { name: "variant" };
  return typeof value.name === "string" ? value : { ...value, name: "variant" };
};

/** Lights and variants keep their numbers, so that what refers to them stays right. */
export const rootExtensions = extensions({
  KHR_lights_punctual: object({ lights: listWith(light) }, ["lights"]),
  KHR_materials_variants: object({ variants: listWith(variant) }, ["variants"]),
});

export const node = object({
  camera: indexOf("cameras"),
  extensions: extensions({ KHR_lights_punctual: object({ light: indexOf("lights") }, ["light"]) }),
});

/** The materials of the variants that the file has. */
const mappings: Rule = (value, mending) => {
  if (!Array.isArray(value)) return undefined;
  const isVariant = (variant: unknown) => indexOf("variants")(variant, mending) !== undefined;
  const usable = listOf({ value }, "value").filter(
    ({ material, variants }) =>
      indexOf("materials")(material, mending) !== undefined &&
      Array.isArray(variants) &&
      variants.every(isVariant),
  );
  if (usable.length === 0) return undefined;
  return usable.length === value.length ? value : usable;
};

export const primitive = object({
  extensions: extensions({ KHR_materials_variants: object({ mappings }, ["mappings"]) }),
});
