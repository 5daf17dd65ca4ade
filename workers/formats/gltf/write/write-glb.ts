import { type Accessor, Document, Format, type Node, VertexLayout, WebIO } from "@gltf-transform/core";
import { denseRows } from "../../../deform/shapes/rest-shapes";
import type { BoneTracks } from "../../../export/bones/bone-tracks";
import { keyTracks } from "../../../export/bones/key-tracks";
import { type Bounds, joinedBounds } from "../../../export/meshes/bounds-in-frames";
import { chosenRows } from "../../../export/meshes/chosen-rows";
import type { FileRig } from "../../../export/prepare";
import { UniqueNames } from "../../../export/unique-names";
import { displayNormals } from "../../../geometry/display-normals";
import type { ByteKind } from "../../../model/files/export/export-options";
import type { CurveKeys } from "../../../skeleton/curves/channel-keys";
import type { WrittenFile } from "../../written-file";
import type { CarriedJson } from "../carried/carried-json";
import { addAppearance } from "./add-appearance";
import { appearanceJson } from "./appearance-json";
import { ClipWriter } from "./clip-writer";
import { GrowingGlb } from "./glb-bytes";
import { carriedAppearance, mergeCarried, readCarried } from "./merge-carried";
import { type MorphedNode, targetsOfMesh, withSameTargets } from "./morphed-nodes";
import { surfaceAttributes } from "./surface-attributes";

type AccessorType = Parameters<Accessor["setType"]>[0];
type Trs = Partial<Record<"translation" | "rotation" | "scale", number[]>>;

/** Extends the bounding box of a node, which has one for all of its surfaces. */
function addBounds(node: Node, box: Bounds): void {
  const before = node.getExtras()["bounds"] as Bounds | undefined;
  node.setExtras({ bounds: before ? joinedBounds(before, box) : box });
}

/** The name that an object of the source's own JSON has. */
function givenName(from: object | undefined): string | null {
  const { name } = { ...from } as { name?: unknown };
  return typeof name === "string" && name !== "" ? name : null;
}

/** Fills a glTF document from a rig and counts its bytes by purpose. */
class GlbBuilder {
  private readonly document = new Document();
  private readonly buffer = this.document.createBuffer();
  private readonly content: FileRig;
  private readonly bytes = { weights: 0, animation: 0, mesh: 0, morphs: 0, textures: 0, other: 0 };
  /**
   * Exact transforms of the nodes, in the order of their creation, because glTF-Transform drops transforms within 1e-5
   * of the identity.
   */
  private readonly transforms: Trs[] = [];
  private readonly names = new UniqueNames();
  /** The index of the part that each surface comes from. Parts without triangles have no surface. */
  private readonly shown: number[];
  /** The rest of the source file; null if there is none. */
  private readonly carried: CarriedJson | null;
  /** The material of each primitive, in the order of meshes and primitives. */
  private readonly partMaterials: number[] = [];

  constructor(content: FileRig) {
    this.content = content;
    this.document.getRoot().getAsset().generator = "Sinew";
    const { sequence, clips } = content;
    const names = new Map(clips.map(({ given, name }) => [given, name]));
    this.shown = [...sequence.parts.keys()].filter((p) => sequence.parts[p].triangleCount > 0);
    this.carried = readCarried(sequence.carried, sequence, names);
  }

  private accessor(
    array: Float32Array | Uint8Array | Uint16Array | Uint32Array,
    type: AccessorType,
    kind: ByteKind,
  ) {
    this.bytes[kind] += array.byteLength;
    return this.document
      .createAccessor()
      .setBuffer(this.buffer)
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>);
  }

  private node(name: string, transform: Trs): Node {
    this.transforms.push(transform);
    return this.document.createNode(name);
  }

  private addBones() {
    const { rig, clips, root } = this.content;
    const { rest, restRotations, parents, nodeBones, joints, inverseBind } = clips[0].tracks;
    const { translation, rotation, scale } = root;
    const armature = this.node("armature", {
      translation,
      rotation,
      scale: [scale, scale, scale],
    });
    const nodes: Node[] = [];
    for (const [n, j] of nodeBones.entries()) {
      const { name } = rig.bones[j];
      const rotation = [...restRotations.subarray(4 * n, 4 * n + 4)];
      const isJoint = joints[j] === n;
      const transform = { translation: [...rest.subarray(3 * n, 3 * n + 3)], rotation };
      nodes.push(this.node(isJoint ? name : `${name}_stretch`, transform));
      (parents[n] < 0 ? armature : nodes[parents[n]]).addChild(nodes[n]);
    }
    const matrices = new Float32Array(16 * joints.length);
    for (let j = 0; j < joints.length; j++) {
      for (let c = 0; c < 12; c++)
        matrices[16 * j + 4 * (c % 4) + Math.floor(c / 4)] = inverseBind[12 * j + c];
      matrices[16 * j + 15] = 1;
    }
    const skin = this.document
      .createSkin(givenName(this.carried?.skin) ?? "skin")
      .setSkeleton(armature)
      .setInverseBindMatrices(this.accessor(matrices, "MAT4", "other"));
    for (const n of joints) skin.addJoint(nodes[n]);
    const bones = Array.from(joints, (n) => nodes[n]);
    return { armature, nodes, bones, skin };
  }

  /** Consecutive parts with the same name become one mesh with a primitive for each part. */
  private addMeshes(skin: ReturnType<GlbBuilder["addBones"]>["skin"]): MorphedNode[] {
    const { sequence, surfaces, bounds, rig, morphs } = this.content;
    const normals = displayNormals(sequence);
    const nodes: MorphedNode[] = [];
    let previous: string | null = null;
    for (const [s, part] of surfaces.entries()) {
      if (part.name !== previous) {
        const targets = targetsOfMesh(this.content, s);
        const own = givenName(this.carried?.parts[this.shown[s]]?.mesh) ?? "";
        const node = this.node(part.name, {}).setMesh(this.mesh(own, targets)).setSkin(skin);
        nodes.push({ node, targets });
      }
      previous = part.name;
      const { node, targets } = nodes[nodes.length - 1];
      const mesh = node.getMesh()!;
      if (bounds) addBounds(node, bounds[s]);
      const { vertices, indices } = part;
      const solver = vertices.map((d) => sequence.solverIndex[d]);
      const positions = chosenRows(morphs?.base ?? rig.rest, 3, solver);
      const primitive = this.document
        .createPrimitive()
        .setAttribute("POSITION", this.accessor(positions, "VEC3", "mesh"))
        .setAttribute("NORMAL", this.accessor(chosenRows(normals, 3, vertices), "VEC3", "mesh"))
        .setIndices(
          this.accessor(vertices.length < 65536 ? Uint16Array.from(indices) : indices, "SCALAR", "mesh"),
        );
      const material = sequence.materials[part.material];
      for (const { semantic, type, values, normalised } of surfaceAttributes(sequence, material, vertices)) {
        primitive.setAttribute(semantic, this.accessor(values, type, "mesh").setNormalized(normalised));
      }
      this.partMaterials.push(part.material);
      this.addInfluences(primitive, solver);
      this.addTargets(primitive, targets, solver, vertices);
      mesh.addPrimitive(primitive);
    }
    return nodes;
  }

  /**
   * Creates a mesh in its rest pose. Its morph targets have names for the artist.
   * @param name its own name; empty if it has that of its node.
   */
  private mesh(name: string, targets: readonly number[]) {
    const mesh = this.document.createMesh(name);
    const { morphs } = this.content;
    if (!morphs || targets.length === 0) return mesh;
    const targetNames = targets.map((n) => morphs.names[n]);
    return mesh.setWeights(targets.map((n) => morphs.restWeights[n])).setExtras({ targetNames });
  }

  /**
   * Adds shapes as morph targets. glTF adds them before skinning, like the rig. The shapes of a correction have only
   * positions: they are small relative to the surface's curvature, and normals would double the bytes. Loaders expect
   * normals for all targets or for none.
   */
  private addTargets(
    primitive: ReturnType<Document["createPrimitive"]>,
    targets: readonly number[],
    solver: Uint32Array,
    displays: Uint32Array,
  ): void {
    const { rig, morphs } = this.content;
    if (!morphs) return;
    const count = rig.rest.length;
    const rows = (values: Float32Array, at: Uint32Array) => chosenRows(values, 3, at);
    const turns = targets.some((n) => morphs.turned[n]);
    for (const n of targets) {
      const deltas = rows(morphs.shapes.subarray(n * count, (n + 1) * count), solver);
      const target = this.document.createPrimitiveTarget(morphs.names[n]);
      target.setAttribute("POSITION", this.accessor(deltas, "VEC3", "morphs"));
      if (turns) {
        const none = { vertices: new Uint32Array(0), values: new Float32Array(0) };
        const turned = denseRows(morphs.turned[n] ?? none, 3 * this.content.sequence.solverIndex.length);
        target.setAttribute("NORMAL", this.accessor(rows(turned, displays), "VEC3", "morphs"));
      }
      primitive.addTarget(target);
    }
  }

  /**
   * JOINTS_n and WEIGHTS_n with the largest weights in the first set, so that engines with one set read the best one.
   */
  private addInfluences(primitive: ReturnType<Document["createPrimitive"]>, solver: Uint32Array): void {
    const { weights, rig } = this.content;
    const Joints = rig.bones.length > 256 ? Uint16Array : Uint8Array;
    for (let set = 0; 4 * set < weights.slots; set++) {
      const joints = new Joints(4 * solver.length);
      const values = new Float32Array(4 * solver.length);
      for (let n = 0; n < solver.length; n++) {
        const at = weights.slots * solver[n] + 4 * set;
        joints.set(weights.joints.subarray(at, at + 4), 4 * n);
        values.set(weights.weights.subarray(at, at + 4), 4 * n);
      }
      primitive
        .setAttribute(`JOINTS_${set}`, this.accessor(joints, "VEC4", "weights"))
        .setAttribute(`WEIGHTS_${set}`, this.accessor(values, "VEC4", "weights"));
    }
  }

  private addClip(nodes: Node[], name: string, tracks: BoneTracks, keys: CurveKeys | null): ClipWriter {
    const shape = { name, frameCount: tracks.frameCount, fps: this.content.sequence.fps * tracks.perFrame };
    const writer = new ClipWriter(this.document, shape, (times) =>
      this.accessor(times, "SCALAR", "animation"),
    );
    for (const { node, path, values, width, frames } of keyTracks(tracks, keys)) {
      const output = this.accessor(values, width === 4 ? "VEC4" : "VEC3", "animation");
      writer.add([nodes[node]], path, frames, output);
    }
    return writer;
  }

  /** Clips have no tracks for weights that do not change, so that the program that plays them can set these weights. */
  private addClips(nodes: Node[], meshes: readonly MorphedNode[]): void {
    const { clips, morphs } = this.content;
    let first = 0;
    for (const { name, frames, tracks, keys } of clips) {
      const writer = this.addClip(nodes, name, tracks, keys);
      if (!morphs?.moves) continue;
      const every = Uint32Array.from(frames.keys(), (f) => f * tracks.perFrame);
      for (const { alike, targets } of withSameTargets(meshes)) {
        const weights = Float32Array.from({ length: frames.length * targets.length }, (_, at) => {
          const f = first + Math.floor(at / targets.length);
          return morphs.weights[morphs.rank * f + targets[at % targets.length]];
        });
        writer.add(alike, "weights", every, this.accessor(weights, "SCALAR", "morphs"));
      }
      first += frames.length;
    }
  }

  /** Adds materials with their images, and the rest of the source file. */
  private addLooks(file: GrowingGlb): void {
    const { sequence, root, givenNames, clips } = this.content;
    const { carried, shown } = this;
    const looks = (carried && carriedAppearance(carried, sequence)) ?? appearanceJson(sequence);
    this.bytes.textures += addAppearance(file, looks, this.partMaterials);
    if (!carried || !sequence.carried) return;
    // The first node is the armature.
    const boneNodes = new Map(Array.from(clips[0].tracks.joints, (n, j) => [n + 1, givenNames[j]]));
    const name = (own: string) => this.names.take(own);
    mergeCarried(file, carried, sequence.carried.bytes, shown, boneNodes, root, name);
  }

  async write(): Promise<WrittenFile> {
    const { armature, nodes, bones, skin } = this.addBones();
    const scene = this.document.createScene(this.content.sequence.name).addChild(armature);
    const meshes = this.addMeshes(skin);
    for (const { node } of meshes) scene.addChild(node);
    // Bones choose their names first, because animations and scripts look for them.
    const others = nodes.filter((node) => !bones.includes(node));
    const meshNodes = meshes.map(({ node }) => node);
    const named = [...bones, ...others, ...meshNodes, scene, armature];
    for (const property of named) property.setName(this.names.take(property.getName()));
    for (const node of meshNodes) {
      const [mesh, owner] = [node.getMesh()!, node.getName()];
      mesh.setName(this.names.takeFor(owner, mesh.getName() || owner));
    }
    this.document.getRoot().setDefaultScene(scene);
    if (!this.content.isStill) this.addClips(nodes, meshes);
    for (const { name, tracks } of this.content.poses) this.addClip(nodes, name, tracks, null);
    const io = new WebIO().setVertexLayout(VertexLayout.SEPARATE);
    const { json, resources } = await io.writeJSON(this.document, { format: Format.GLB });
    json.nodes?.forEach((node, n) => {
      const { translation, rotation, scale } = this.transforms[n];
      if (translation?.some((x) => x !== 0)) node.translation = translation;
      if (rotation && rotation[3] !== 1) node.rotation = rotation;
      if (scale?.some((x) => x !== 1)) node.scale = scale;
    });
    const file = new GrowingGlb(json, Object.values(resources)[0]);
    this.addLooks(file);
    const bytes = file.pack();
    const { weights, animation, mesh, morphs, textures } = this.bytes;
    const other = bytes.length - weights - animation - mesh - morphs - textures;
    return {
      bytes,
      bytesByKind: {
        weights,
        animation,
        mesh,
        ...(morphs > 0 && { morphs }),
        ...(textures > 0 && { textures }),
        other,
      },
    };
  }
}

/** Writes a skinned, animated GLB. The same content gives the same bytes. */
export function writeGlb(content: FileRig): Promise<WrittenFile> {
  return new GlbBuilder(content).write();
}
