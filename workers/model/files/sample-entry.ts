import type { PictureTheme } from "./kept-project";

/** One card of the empty studio, as in samples/index.json. */
export interface SampleEntry {
  id: string;
  name: string;
  description: string;
  /** Project file, beside the index. */
  file: string;
  /** Pictures in both themes, beside the index. */
  images: Record<PictureTheme, string>;
  vertices: number;
  frames: number;
  bones: number;
  eRms: number;
}

/** The names of a sample's pictures. */
export const samplePictures = (id: string): Record<PictureTheme, string> => ({
  dark: `${id}-dark.png`,
  light: `${id}-light.png`,
});
