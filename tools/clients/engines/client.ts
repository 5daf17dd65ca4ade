/** An engine that plays GLB files, as tests ask it: where each vertex is in some moments of a clip. */
export interface EngineClient {
  name: string;
  /** The most influences of a vertex that it reads. It drops those in later sets. */
  influences: number;
  /** Whether it reads files that meshoptimizer packed. */
  unpacks: boolean;
  /** Whether it makes the weights that it has read sum to 1. */
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
