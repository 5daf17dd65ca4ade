/** An engine that plays GLB files for tests: it returns the place of each vertex at some moments of a clip. */
export interface EngineClient {
  name: string;
  /** The largest number of influences that it reads per vertex. It drops the influences in further sets. */
  influences: number;
  /** Whether it reads files that meshoptimizer packed. */
  unpacks: boolean;
  /** Whether it scales the weights that it reads to the sum 1. */
  normalises: boolean;
  /**
   * Loads a file with the engine's own loader, poses its nodes with the engine's own player, and computes vertices from
   * the engine's own arrays.
   * @param clip the number of the clip in the file, or null for one without clips
   * @param times seconds from the start of the clip
   * @returns for each moment, packed positions of all vertices, mesh by mesh as in the file, in glTF's axes
   */
  play(bytes: Uint8Array, clip: number | null, times: readonly number[]): Promise<number[][]>;
}
