/** A bending bar with everything that a surface can have, for tests of what files keep. */
import { deflateSync } from "fflate";
import type { ImageFile } from "../../../model/mesh/appearance";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import { bendingBar, type GroundTruth } from "../../../testing/sequences";
import { crc32 } from "../../zip/crc32";

function chunk(type: string, data: Uint8Array): number[] {
  const body = Uint8Array.from([...new TextEncoder().encode(type), ...data]);
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, data.length);
  view.setUint32(4, crc32(body));
  const bytes = [...new Uint8Array(view.buffer)];
  return [...bytes.slice(0, 4), ...body, ...bytes.slice(4)];
}

/** A PNG of `size` x `size` pixels (RFC 2083), RGB from 0 to 255. */
export function png(size: number, pixel: (x: number, y: number) => [number, number, number]): Uint8Array {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_, x) => pixel(x, y)).flat(),
  ]).flat();
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, size);
  header.setUint32(4, size);
  header.setUint16(8, 0x0802);
  // A zlib stream has two bytes before the deflated data and the Adler checksum after them.
  const data = Uint8Array.from(rows);
  let [a, b] = [1, 0];
  for (const x of data) {
    a = (a + x) % 65521;
    b = (b + a) % 65521;
  }
  const sum = [b >> 8, b & 255, a >> 8, a & 255];
  const zlib = Uint8Array.from([0x78, 1, ...deflateSync(data), ...sum]);
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    ...chunk("IHDR", new Uint8Array(header.buffer)),
    ...chunk("IDAT", zlib),
    ...chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Squares in two colours. */
export const checks = (size: number, one: [number, number, number], other: [number, number, number]) =>
  png(size, (x, y) => ((x + y) % 2 === 0 ? one : other));

/** The bar with two UV sets, colours, tangents, and a material with every texture. */
export function texturedBar(): GroundTruth & { sequence: MeshSequence & { images: ImageFile[] } } {
  const bar = bendingBar({ bones: 3, frames: 6 });
  const D = bar.sequence.solverIndex.length;
  const row = (width: number, of: (d: number, c: number) => number) =>
    Float32Array.from({ length: width * D }, (_, i) => of(Math.floor(i / width), i % width));
  const images = [
    { name: "base", mimeType: "image/png", bytes: checks(8, [200, 40, 30], [30, 60, 200]) },
    { name: "bumps", mimeType: "image/png", bytes: checks(4, [128, 128, 255], [160, 128, 250]) },
  ];
  return {
    ...bar,
    sequence: {
      ...bar.sequence,
      uvs: row(2, (d, c) => ((d * (c + 3)) % 17) / 16),
      moreUvs: [row(2, (d, c) => ((d * (c + 5)) % 9) / 8)],
      colours: [
        row(4, (d, c) => Math.fround(((d * (c + 1)) % 256) / 255)),
        row(4, (d, c) => ((d + c) % 7) / 64),
      ],
      tangents: row(4, (d, c) => (c === 3 ? (d % 2 === 0 ? 1 : -1) : c === d % 3 ? 1 : 0)),
      images,
      materials: bar.sequence.materials.map((material) => ({
        ...material,
        baseColour: [0.9, 0.8, 0.7, 0.6],
        metallic: 0.25,
        roughness: 0.5,
        emissive: [2, 1, 0.5],
        alpha: "mask",
        alphaCutoff: 0.25,
        textures: {
          baseColour: { image: 0, uvSet: 0, wrap: ["clamp", "mirror"], nearest: true },
          metallicRoughness: { image: 0, uvSet: 1 },
          normal: {
            image: 1,
            uvSet: 1,
            strength: 0.5,
            transform: { offset: [0.25, 0.5], rotation: 0.5, scale: [2, 3] },
          },
          occlusion: { image: 1, uvSet: 0, strength: 0.75 },
          emissive: { image: 1, uvSet: 0 },
        },
      })),
    },
  };
}
