import { vec3, vec4 } from "three/tsl";
import {
  BufferAttribute,
  type InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Node,
  NodeMaterial,
  Sphere,
  type UniformNode,
  type Vector2,
} from "three/webgpu";
import { liftedClip } from "../materials/lifted-clip";

/** The size of the view in CSS pixels, in shaders. */
export type ViewSize = UniformNode<"vec2", Vector2>;

/** The corners of a square, and its two triangles. */
const CORNERS = Float32Array.from([-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0]);
const QUAD = [0, 1, 2, 2, 1, 3];

/** Moves shapes towards the viewer by this fraction of the distance, so that the surface below does not cover them. */
const LIFT = 0.002;

/** A point of the surface in clip space, just above it. */
export const onSurface = (position: Node<"vec3">): Node<"vec4"> => liftedClip(position, LIFT);

/** A point in clip space after a move by pixels of the view. */
export const movedByPixels = (clip: Node<"vec4">, pixels: Node<"vec2">, size: ViewSize): Node<"vec4"> =>
  vec4(clip.xy.add(pixels.mul(2).div(size).mul(clip.w)), clip.z, clip.w);

/**
 * White with a dark, translucent outline.
 * @param white 1 in the white part. @param cover 1 in the white part and the outline.
 * @param outline the opacity of the outline.
 */
export const outlined = (white: Node<"float">, cover: Node<"float">, outline: number): Node<"vec4"> =>
  vec4(vec3(white.mul(0.96).add(0.04)), cover.mul(white.mul(1 - outline).add(outline)));

/** Small shapes over a deformed mesh. Each is a square that its material draws, and an instance. */
export class SurfaceShapes {
  readonly mesh: Mesh;
  protected readonly material = new NodeMaterial();
  private readonly geometry = new InstancedBufferGeometry();
  private content: object | null = null;

  constructor(renderOrder: number) {
    this.geometry.setAttribute("position", new BufferAttribute(CORNERS, 3));
    this.geometry.setIndex(QUAD);
    // Set here, or three would measure it.
    this.geometry.boundingSphere = new Sphere();
    this.material.transparent = true;
    this.material.depthWrite = false;
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = renderOrder;
  }

  /** Shows `count` instances. Does not upload the same content again. */
  protected showInstances(
    content: object | null,
    count: number,
    attributes: () => Readonly<Record<string, InstancedBufferAttribute>>,
  ): void {
    this.mesh.visible = count > 0;
    if (count === 0 || this.content === content) return;
    this.content = content;
    for (const [name, attribute] of Object.entries(attributes())) this.geometry.setAttribute(name, attribute);
    this.geometry.instanceCount = count;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
  }
}
