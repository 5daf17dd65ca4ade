/** The viewport's colours as numbers: sRGB triples in 0..1. A test compares them with ui/styles/tokens.css. */
export type Rgb = [number, number, number];

/** "#rrggbb" as a triple. */
export function rgb(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

/** Colours of bones. They repeat from the 15th on. */
export const BONE_COLOURS = [
  "#86d29b",
  "#5468c8",
  "#89622e",
  "#c99ffc",
  "#d18f2b",
  "#9af5c5",
  "#8583a8",
  "#e1e869",
  "#7db2af",
  "#7087ea",
  "#6d6487",
  "#a27f68",
  "#e6b731",
  "#c6cbf2",
] as const;

/** Stops of the ramps, evenly spaced from 0 to 1. */
export const RAMPS = {
  weight: ["#1e1f4f", "#1d3c79", "#07628d", "#028792", "#33ac8d", "#7ecb76", "#cfe159", "#fef69d"],
  error: ["#261f48", "#4d2472", "#882479", "#c02c5a", "#df5644", "#f2883f", "#fbbf5b", "#fcefba"],
  /** The middle is 0: for strain and signed differences. */
  signed: ["#248fcc", "#3e77a2", "#475a6e", "#45484c", "#7d5b40", "#bb7234", "#f09b35"],
  /** Influences 1, 2, 3, 4, 5 to 8, more: not interpolated. */
  count: ["#3a3f48", "#4d6f8f", "#6fa3a0", "#a9c978", "#f0d35a", "#f2883f"],
} as const;

export type RampName = keyof typeof RAMPS;

/** The colour of bone `j`. */
export function boneColour(j: number): Rgb {
  return rgb(BONE_COLOURS[j % BONE_COLOURS.length]);
}

/** The farthest shade of a bone's colour mixes in this fraction of black or white. */
const SHADE = 0.36;
/** Lighter colours get darker shades, the others lighter ones. */
const LIGHT = 0.78;

/**
 * Shade 0..1 of the colour of bone `j`: whether it mixes in black or white, and how much. It tells the bones of a spine
 * apart.
 */
export function shadeOf(j: number, shade: number): { towards: "black" | "white"; part: number } {
  const [r, g, b] = boneColour(j);
  const isLight = 0.2126 * r + 0.7152 * g + 0.0722 * b > LIGHT;
  return { towards: isLight ? "black" : "white", part: SHADE * shade };
}

/** A shade of the colour of bone `j`. */
export function tinted(j: number, shade: number): Rgb {
  const { towards, part } = shadeOf(j, shade);
  const end = towards === "white" ? 1 : 0;
  return mix(boneColour(j), [end, end, end], part);
}

/** Colour of a ramp at t in 0..1, linear between stops. */
export function rampColour(name: RampName, t: number): Rgb {
  const stops = RAMPS[name];
  const x = Math.min(1, Math.max(0, t)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(x));
  return mix(rgb(stops[i]), rgb(stops[i + 1]), x - i);
}

/** From this number of influences on, all have the last colour of the count ramp. */
export const MOST_COUNTED = 9;

/** The stop of the count ramp for a number of influences. */
export function countStop(influences: number): number {
  if (influences <= 4) return Math.max(0, influences - 1);
  return influences <= 8 ? 4 : 5;
}

/** The theme's colours for surfaces and signs in the viewport. */
export interface ThemeColours {
  centre: Rgb;
  mid: Rgb;
  edge: Rgb;
  accent: Rgb;
  axes: [x: Rgb, y: Rgb, z: Rgb];
}

/**
 * The colours of both themes. Reading them from the page would need its theme on the page, also for a picture in the
 * other theme, and every control would fade to that theme and back.
 */
export const THEMES: Readonly<Record<"dark" | "light", ThemeColours>> = {
  dark: {
    centre: rgb("#2c2f35"),
    mid: rgb("#212328"),
    edge: rgb("#17181c"),
    accent: rgb("#57baea"),
    axes: [rgb("#d66c6c"), rgb("#7cc47c"), rgb("#6696d6")],
  },
  light: {
    centre: rgb("#d9dce1"),
    mid: rgb("#c9cdd4"),
    edge: rgb("#b7bcc5"),
    accent: rgb("#055a86"),
    axes: [rgb("#b83a3a"), rgb("#2f7d36"), rgb("#2c62ad")],
  },
};

/** Warm clay: the default colour of the surface. */
export const CLAY = rgb("#c4b0a0");

function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** The smallest chroma and lightness of a material's colour that is shown. */
const GREY_CHROMA = 0.06;
const DARK_LIGHTNESS = 0.35;

/** The colour of a material in clay shading: its own if it has one, else clay. Takes linear RGBA, returns sRGB. */
export function clayTint([r, g, b]: readonly number[]): Rgb {
  const encode = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
  const colour: Rgb = [encode(r), encode(g), encode(b)];
  const most = Math.max(...colour);
  const chroma = most - Math.min(...colour);
  return chroma < GREY_CHROMA && most > DARK_LIGHTNESS ? CLAY : colour;
}
