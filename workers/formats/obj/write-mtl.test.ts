import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Material, TextureMap } from "../../model/mesh/appearance";
import { UNWATCHED } from "../../model/task";
import { assembleSequence } from "../assemble/assemble-sequence";
import { checks, texturedBar } from "../gltf/testing/textured";
import { inspect } from "../open";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS } from "../testing/formats";
import { objBeside, objLosses } from "./write-mtl";
import { colourOfPoints, writeObj } from "./write-obj";

const bar = texturedBar().sequence;
const IMAGES = ["base.png", "a b.png", "base.png"].map((name, n) => ({
  name,
  mimeType: "image/png",
  bytes: checks(2 + n, [9 * n, 0, 0], [0, 0, 255]),
}));

/** Eighths, because their sums and differences are exact. */
const eighths = (least: number, most: number) =>
  fc.integer({ min: 8 * least, max: 8 * most }).map((n) => n / 8);
const colour = fc.tuple(eighths(0, 1), eighths(0, 1), eighths(0, 1));
const mapTo = (image: number): fc.Arbitrary<TextureMap> =>
  fc
    .record({
      pair: fc.option(fc.tuple(eighths(-2, 2), eighths(-2, 2), eighths(1, 3), eighths(1, 3))),
      clamp: fc.boolean(),
    })
    .map(({ pair, clamp }) => ({
      ...{ image, uvSet: 0 },
      ...(pair &&
        !(pair[0] === 0 && pair[1] === 0 && pair[2] === 1 && pair[3] === 1) && {
          transform: { offset: [pair[0], pair[1]], rotation: 0, scale: [pair[2], pair[3]] },
        }),
      ...(clamp && { wrap: ["clamp", "clamp"] as ["clamp", "clamp"] }),
    }));

/** Materials as the reader makes them, with everything that a library can hold. */
const material: fc.Arbitrary<Material> = fc
  .record({
    base: fc.tuple(colour, eighths(0, 1)),
    metallic: fc.option(eighths(0, 1)),
    roughness: fc.option(eighths(0, 1)),
    light: fc.option(colour),
    maps: fc.record({
      baseColour: fc.option(mapTo(0)),
      normal: fc.option(mapTo(1)),
      emissive: fc.option(mapTo(2)),
    }),
    strength: eighths(1, 3),
  })
  .map(({ base: [[r, g, b], a], metallic, roughness, light, maps, strength }): Material => {
    const normal = maps.normal && { ...maps.normal, ...(strength !== 1 && { strength }) };
    const textures = {
      ...(maps.baseColour && { baseColour: maps.baseColour }),
      ...(normal && { normal }),
      ...(maps.emissive && { emissive: maps.emissive }),
    };
    // Writers fill in grey if there is a texture. The reader treats black and 0.8 as white.
    const isBlack = maps.baseColour && r === 0 && g === 0 && b === 0;
    const glow = light?.some((x) => x > 0) ? light : maps.emissive ? ([1, 1, 1] as const) : null;
    return {
      name: "paint",
      doubleSided: true,
      baseColour: isBlack ? [1, 0, 0, a] : [r, g, b, a],
      ...(metallic !== null && { metallic }),
      ...(roughness !== null && { roughness }),
      ...(glow && { emissive: [...glow] as [number, number, number] }),
      ...(a < 1 && { alpha: "blend" as const }),
      ...(Object.keys(textures).length > 0 && { textures }),
    };
  });

async function back(own: Material) {
  const sequence = { ...bar, materials: [own], images: IMAGES };
  const beside = objBeside(sequence, "bar");
  const files = [
    bytesFile("out/bar.obj", writeObj(sequence, sequence.rest, { library: "bar.mtl" })),
    ...beside.map(({ name, bytes }) => bytesFile(`out/${name}`, bytes)),
  ];
  const [source] = await inspect(files, UNWATCHED);
  return assembleSequence(await source.read(AS_IT_IS, UNWATCHED), AS_IT_IS, UNWATCHED);
}

describe("the library beside an OBJ", () => {
  it("has everything of a material that it can hold, and the images that it refers to", async () => {
    await fc.assert(
      fc.asyncProperty(material, async (own) => {
        const { materials, images = [], carried } = await back(own);
        // Nothing that the writer adds for other programs counts as lost.
        expect(carried).toBeUndefined();
        const named = ({ textures = {}, ...others }: Material, list: typeof IMAGES) => ({
          ...others,
          textures: Object.entries(textures).map(([slot, { image, ...map }]) => [
            slot,
            [...list[image].bytes],
            map,
          ]),
        });
        expect(named(materials[0], images as typeof IMAGES)).toEqual(named(own, IMAGES));
      }),
      { seed: 31, numRuns: 15 },
    );
  });

  it("has the image for metal and roughness in both places", async () => {
    const surface = { image: 1, uvSet: 0 };
    const own: Material = {
      ...{ name: "steel", baseColour: [1, 1, 1, 1], doubleSided: true, metallic: 1, roughness: 1 },
      textures: { metallicRoughness: surface },
    };
    const { materials } = await back(own);
    expect(materials[0]).toEqual({ ...own, textures: { metallicRoughness: { image: 0, uvSet: 0 } } });
  });

  it("reports what it cannot hold", () => {
    expect(objLosses(bar, colourOfPoints(bar) !== null)).toEqual([
      "Its materials are without occlusion, the cut-off of alpha, hidden back sides, textures of other UV sets, textures that are turned, textures that mirror at their edges, the factors of maps of metal and roughness.",
      "It keeps 1 of 2 UV sets.",
      "It keeps 1 of 2 sets of vertex colours.",
      "It has no tangents: programs compute them.",
    ]);
    const { images: _, moreUvs: __, colours: ___, tangents: ____, ...plain } = bar;
    expect(
      objLosses(
        { ...plain, materials: [{ ...bar.materials[0], alpha: "opaque", doubleSided: true, textures: {} }] },
        false,
      ),
    ).toEqual([]);
  });
});
