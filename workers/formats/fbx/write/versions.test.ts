import { expect, it } from "vitest";
import { withShapes } from "../../gltf/testing/exported-rigs";
import { texturedBar } from "../../gltf/testing/textured";
import { readDocument } from "../document/document";
import { type FbxNode, numberOf } from "../document/node";
import { fbxOf } from "./testing/marked";

/**
 * The versions of records in FBX 7.5, as the FBX SDK writes them. Readers treat records with other versions as older
 * ones.
 */
const VERSIONS: Record<string, number> = {
  FBXHeaderVersion: 1003,
  FBXVersion: 7500,
  "CreationTimeStamp.Version": 1000,
  "GlobalSettings.Version": 1000,
  "Definitions.Version": 100,
  GeometryVersion: 124,
  "Model.Version": 232,
  "LayerElementNormal.Version": 102,
  "LayerElementTangent.Version": 101,
  "LayerElementBinormal.Version": 101,
  "LayerElementUV.Version": 101,
  "LayerElementColor.Version": 101,
  "LayerElementMaterial.Version": 101,
  "Layer.Version": 100,
  "Material.Version": 102,
  "Texture.Version": 202,
  "Skin.Version": 101,
  "Cluster.Version": 100,
  "BlendShape.Version": 100,
  "BlendShapeChannel.Version": 100,
  "Shape.Version": 100,
  "BindPose.Version": 100,
  KeyVer: 4009,
};

/** All versions in a file, by the kind of their record. */
function versionsOf(nodes: readonly FbxNode[], kind = "", found = new Map<string, number>()) {
  for (const { name, values, children } of nodes) {
    const isVersion = /Version$|^KeyVer$/.test(name);
    if (isVersion) found.set(name === "Version" ? `${kind}.Version` : name, numberOf(values[0], Number.NaN));
    const own = ["Deformer", "Geometry", "Pose"].includes(name) ? String(values[2] ?? name) : name;
    versionsOf(children, own, found);
  }
  return found;
}

it("records of a file have their versions", async () => {
  const { sequence, rig } = texturedBar();
  const bytes = await fbxOf(sequence, withShapes(rig, 2, 0.05, 1));
  expect(Object.fromEntries(versionsOf(readDocument(bytes)))).toEqual(VERSIONS);
});
