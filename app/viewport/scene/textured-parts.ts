import { type BufferGeometry, Group, Mesh, type NodeMaterial } from "three/webgpu";
import { hasLooks } from "../../../workers/model/mesh/looks";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { ShownFaces } from "../../document/scene/hidden-faces";
import { type PartGeometry, partGeometries } from "../geometry/part-geometries";
import { showTriangles } from "../geometry/shown-geometry";
import { SurfaceImages } from "./materials/surface-images";
import type { SurfaceInputs } from "./materials/surface-material";
import { COLOUR_NAME, texturedMaterial, uvName } from "./materials/textured-material";

/** The materials of a sequence with their images, shared by all meshes that show it. */
export class SurfaceLooks {
  private readonly sequence: SequenceMesh;
  private readonly whole: BufferGeometry;
  private readonly images = new SurfaceImages();
  private parts: PartGeometry[] | null = null;
  private faces: ShownFaces | null = null;
  private loading: Promise<readonly string[]> | null = null;

  constructor(sequence: SequenceMesh, whole: BufferGeometry) {
    this.sequence = sequence;
    this.whole = whole;
  }

  /** Whether they can be drawn. */
  get ready(): boolean {
    return this.images.ready;
  }

  /** Decodes the images, once. @returns the names of those that the browser cannot decode; null on further calls */
  load(): Promise<readonly string[]> | null {
    if (this.loading || !hasLooks(this.sequence)) return null;
    this.loading = this.images.load(this.sequence).then(() => this.images.broken);
    return this.loading;
  }

  /** A mesh for each material, in a pose. */
  build(inputs: Pick<SurfaceInputs, "target" | "key" | "ambient" | "bias">): Group {
    if (!this.parts) {
      this.parts = partGeometries(this.sequence, this.whole, { uv: uvName, colour: COLOUR_NAME });
      if (this.faces) this.showFaces(this.faces);
    }
    const group = new Group();
    const hasColours = (this.sequence.colours?.length ?? 0) > 0;
    for (const { material, geometry } of this.parts) {
      const mesh = new Mesh(
        geometry,
        texturedMaterial({ ...inputs, material, images: this.images, hasColours }),
      );
      mesh.frustumCulled = false;
      group.add(mesh);
    }
    return group;
  }

  /** Shows only some faces; null shows all. */
  showFaces(faces: ShownFaces | null): void {
    this.faces = faces;
    const isShown = faces && new Set(faces.triangles);
    for (const { geometry, triangles, corners } of this.parts ?? []) {
      const shown = isShown && Uint32Array.from(triangles.keys()).filter((n) => isShown.has(triangles[n]));
      showTriangles(geometry, corners, shown);
    }
  }

  dispose(): void {
    this.images.dispose();
    for (const { geometry } of this.parts ?? []) geometry.dispose();
  }
}

/** Frees what `build` made for one pose. */
export function disposeParts(group: Group): void {
  group.removeFromParent();
  for (const mesh of group.children) ((mesh as Mesh).material as NodeMaterial).dispose();
}
