import type { UpAxis } from "../../../model/mesh/mesh-sequence";
import type { FbxNode } from "../document/node";
import { headerNumber } from "./objects";
import { Properties } from "./properties";

/** Frames a second for the time modes 0 to 18; null if the mode has no rate, or counts milliseconds. */
const RATES: readonly (number | null)[] = [
  ...[null, 120, 100, 60, 50, 48, 30, 30, 30000 / 1001, 30000 / 1001, 25, 24, null, 24000 / 1001],
  ...[null, 96, 72, 60000 / 1001, 120000 / 1001],
];
const OWN_RATE = 14;

/** Ticks in a second, for files of version 7, and for files with the newer time definition. */
const TICKS = 46186158000;
const NEW_TICKS = 141120000;
const OLD_DEFINITION = 127;

export interface GlobalSettings {
  upAxis: UpAxis;
  /** Factors for the coordinates that make them right-handed, with the up axis pointing up. */
  mirror: [x: number, y: number, z: number];
  metresPerUnit: number;
  /** Frames a second, or null if the file does not have it. */
  fps: number | null;
  /** Ticks in a second. */
  ticks: number;
}

const AXES: readonly UpAxis[] = ["x", "y", "z"];

/** The axes that point right, up and towards the viewer, and their signs. */
function axesOf(properties: Properties) {
  const axis = (name: string, otherwise: number) => {
    const number = properties.number(`${name}Axis`, otherwise);
    return number === 0 || number === 1 || number === 2 ? number : otherwise;
  };
  const sign = (name: string, otherwise: number) =>
    properties.number(`${name}AxisSign`, otherwise) < 0 ? -1 : 1;
  const up = axis("Up", 1);
  const front = axis("Front", up === 1 ? 2 : 1);
  const right = axis("Coord", up === 0 ? 2 : 0);
  const isComplete = new Set([up, front, right]).size === 3;
  if (!isComplete || !properties.has("FrontAxis") || !properties.has("CoordAxis")) {
    return { up, front, isUpsideDown: false, isLeftHanded: false };
  }
  const signs = { up: sign("Up", 1), front: sign("Front", up === 1 ? 1 : -1), right: sign("Coord", 1) };
  // The order right, up, front is an even permutation of x, y, z if each axis follows the one before.
  const isEven = up === (right + 1) % 3;
  const isLeftHanded = (isEven ? 1 : -1) * signs.up * signs.front * signs.right < 0;
  return { up, front, isUpsideDown: signs.up < 0, isLeftHanded };
}

/** The axes, unit and rate of a file. */
export function globalSettings(top: readonly FbxNode[]): GlobalSettings {
  const properties = new Properties(
    top.find(({ name }) => name === "GlobalSettings"),
    null,
  );
  const { up, front, isUpsideDown, isLeftHanded } = axesOf(properties);
  const mirror: GlobalSettings["mirror"] = [1, 1, 1];
  if (isUpsideDown) {
    mirror[up] *= -1;
    mirror[front] *= -1;
  }
  if (isLeftHanded) mirror[front] *= -1;
  const centimetres = properties.number("UnitScaleFactor", 1);
  const mode = properties.number("TimeMode", 0);
  const own = properties.number("CustomFrameRate", 0);
  const definition = headerNumber(top, ["FBXHeaderExtension", "OtherFlags", "TCDefinition"], OLD_DEFINITION);
  return {
    upAxis: AXES[up],
    mirror,
    metresPerUnit: (centimetres > 0 ? centimetres : 1) / 100,
    fps: mode === OWN_RATE ? (own > 0 ? own : null) : (RATES[mode] ?? null),
    ticks: definition === OLD_DEFINITION ? TICKS : NEW_TICKS,
  };
}
