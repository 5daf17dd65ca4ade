/**
 * The placement of a texture on its UVs. FBX has a translation, a rotation about z and a scale, with pivots, and v
 * counts from the bottom. Programs read them differently. Here they are applied to the UVs like in three, starting with
 * the scale.
 */
import type { TextureMap } from "../../../model/mesh/appearance";
import type { Properties } from "../objects/properties";

type Placement = NonNullable<TextureMap["transform"]>;
type Pair = [number, number];

const DEGREE = Math.PI / 180;

/** (u, w) turned by an angle, with w from the bottom. */
const turned = ([u, w]: Pair, angle: number): Pair => {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [cosine * u - sine * w, sine * u + cosine * w];
};

/** Converts between a translation of w from the bottom and an offset of v from the top. */
const otherSide = ([u, v]: Pair, rotation: number, height: number, sign: 1 | -1): Pair => [
  u + sign * Math.sin(rotation) * height,
  1 - Math.cos(rotation) * height - v,
];

/** The placement in glTF's terms; undefined if it does not change the UVs. */
export function texturePlacement(properties: Properties): Placement | undefined {
  const pair = (name: string, otherwise: [number, number, number]): Pair => {
    const [x, y] = properties.vector(name, otherwise);
    return [x, y];
  };
  const [move, size] = [pair("Translation", [0, 0, 0]), pair("Scaling", [1, 1, 1])];
  const [about, from] = [pair("TextureRotationPivot", [0, 0, 0]), pair("TextureScalingPivot", [0, 0, 0])];
  const rotation = properties.vector("Rotation")[2] * DEGREE;
  // The image of the origin under T · Rp · R · Rp⁻¹ · Sp · S · Sp⁻¹.
  const scaled: Pair = [from[0] * (1 - size[0]) - about[0], from[1] * (1 - size[1]) - about[1]];
  const [u, w] = turned(scaled, rotation);
  const translation: Pair = [move[0] + about[0] + u, move[1] + about[1] + w];
  const isPlaced = translation.some((x) => x !== 0) || size.some((x) => x !== 1) || rotation !== 0;
  return isPlaced
    ? { offset: otherSide(translation, rotation, size[1], -1), rotation, scale: size }
    : undefined;
}

/** The translation, rotation in degrees and scale of a placement, without pivots. */
export function placedValues({ offset, rotation, scale }: Placement) {
  const [u, w] = otherSide(offset, rotation, scale[1], 1);
  return {
    Translation: [u, w, 0],
    Rotation: [0, 0, rotation / DEGREE],
    Scaling: [scale[0], scale[1], 1],
  };
}
