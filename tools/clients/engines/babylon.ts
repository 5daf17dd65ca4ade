/** Babylon without a screen: its own loader, animation groups, skeletons and skinning on the CPU. */
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { ImportMeshAsync } from "@babylonjs/core/Loading/sceneLoader.js";
import type { AbstractMesh } from "@babylonjs/core/Meshes/abstractMesh.js";
import { MeshoptCompression } from "@babylonjs/core/Meshes/Compression/meshoptCompression.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { Scene } from "@babylonjs/core/scene.js";
import "@babylonjs/loaders/glTF/2.0/index.js";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import type { EngineClient } from "./client";

/**
 * Gives the engine meshoptimizer's decoder on this thread. Otherwise it would load it from its own servers, and Node
 * has no Web Workers.
 */
async function giveDecoder(): Promise<void> {
  await MeshoptDecoder.ready;
  const decoder = { ...MeshoptDecoder, useWorkers() {} };
  Object.assign(globalThis, { MeshoptDecoder: decoder });
  const given = Object.create(MeshoptCompression.prototype);
  Object.assign(MeshoptCompression, {
    _Default: Object.assign(given, { _decoderModulePromise: Promise.resolve() }),
  });
}

Logger.LogLevels = Logger.WarningLogLevel | Logger.ErrorLogLevel;

/** Positions in glTF's axes. Babylon mirrors the scene in x, because its own axes are left-handed. */
function positionsOf(mesh: AbstractMesh): number[] {
  const local = mesh.getPositionData(true, true) ?? [];
  const m = mesh.getWorldMatrix().m;
  return Array.from(local, (_, c) => {
    const [at, r] = [c - (c % 3), c % 3];
    const x = m[r] * local[at] + m[4 + r] * local[at + 1] + m[8 + r] * local[at + 2] + m[12 + r];
    return r === 0 ? -x : x;
  });
}

export const babylon: EngineClient = {
  name: "Babylon",
  influences: 8,
  unpacks: true,
  // It divides a position by the sum of its weights.
  normalises: true,
  async play(bytes, clip, times) {
    await giveDecoder();
    const engine = new NullEngine();
    const scene = new Scene(engine);
    const loaded = await ImportMeshAsync(bytes, scene, { pluginExtension: ".glb" });
    for (const group of loaded.animationGroups) group.stop();
    const group = clip === null ? null : loaded.animationGroups[clip];
    group?.start(false);
    group?.pause();
    const meshes = loaded.meshes.filter((mesh) => mesh.getTotalVertices() > 0);
    const frames = times.map((seconds) => {
      const rate = group?.targetedAnimations[0].animation.framePerSecond ?? 0;
      group?.goToFrame(Math.min(group.from + seconds * rate, group.to));
      for (const node of [...loaded.transformNodes, ...loaded.meshes]) node.computeWorldMatrix(true);
      for (const skeleton of loaded.skeletons) skeleton.prepare(true);
      return meshes.flatMap(positionsOf);
    });
    engine.dispose();
    return frames;
  },
};
