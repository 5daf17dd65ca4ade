import { int, ivec2, textureLoad, vec2 } from "three/tsl";
import { Node, type NodeBuilder, type Texture, TextureNode } from "three/webgpu";

/**
 * A texture that shaders read in the order in which its rows are stored. In WebGL, three looks up at every read whether
 * the rows must be flipped and transforms the place by a matrix: most of the code of a shader with many reads, and code
 * takes time to compile. Nothing is to be flipped in a texture of data, nor in one that is written at `storedPixel()`.
 */
export class StoredTexture extends TextureNode {
  constructor(...parameters: ConstructorParameters<typeof TextureNode>) {
    super(...parameters);
    this.updateMatrix = false;
  }

  setupUV(_builder: NodeBuilder, place: Node): Node {
    return place;
  }
}

/** Texel `at` of a texture, as it is stored. */
export function loadStored(texture: Texture | StoredTexture, at: Node<"ivec2">): Node<"vec4"> {
  const node = texture instanceof StoredTexture ? texture : new StoredTexture(texture);
  return textureLoad(node, at) as unknown as Node<"vec4">;
}

/** The pixel that is drawn, before three turns it upside down for WebGL. */
class StoredPixel extends Node {
  constructor() {
    super("vec2");
  }

  override generate(builder: NodeBuilder): string {
    return (builder as NodeBuilder & { getFragCoord(): string }).getFragCoord();
  }
}

/** Centre of the pixel that a fragment shader draws. Rows are counted as they are stored: upwards in WebGL. */
export const storedCoordinate = () => vec2(new StoredPixel() as Node<"vec2">);

/** Column and row of the pixel that a fragment shader draws, where `loadStored` reads it. */
export function storedPixel(): Node<"ivec2"> {
  const at = storedCoordinate().toVar();
  return ivec2(int(at.x), int(at.y));
}
