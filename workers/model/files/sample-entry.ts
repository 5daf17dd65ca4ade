/** One card of the empty studio, as in samples/index.json. */
export interface SampleEntry {
  id: string;
  name: string;
  description: string;
  /** Project file, beside the index. */
  file: string;
  /** Picture, beside the index. */
  image: string;
  vertices: number;
  frames: number;
  bones: number;
  eRms: number;
}
