import { expect, it } from "vitest";
import { MOST_BONES } from "../../../../model/rig/rig";
import type { GltfScene } from "../scene/scene";
import { BoneCollector } from "./bone-collector";
import { identity } from "./maps";

it("a scene may have as many bones as a rig, but not more", () => {
  const bones = new BoneCollector({ nodes: [], clips: [] } as unknown as GltfScene, "crowd.glb");
  for (let n = 0; n < MOST_BONES; n++) bones.add(n, null, identity());
  expect(bones.entries).toHaveLength(MOST_BONES);
  expect(() => bones.add(MOST_BONES, null, identity())).toThrow("crowd.glb has too many bones");
});
