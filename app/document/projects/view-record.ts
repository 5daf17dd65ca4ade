import { z } from "zod";
import { cameraPoseSchema } from "../../../workers/model/scene/camera-pose-schema";
import type { CameraPose } from "../../../workers/model/scene/scene-settings";
import type { Stores } from "../stores";
import type { ViewState } from "../view-state";

const index = z.int().min(0);

/** The saved view of a project. Parts that cannot be read are ignored. */
const viewSchema = z.object({
  workspace: z.string().optional().catch(undefined),
  frame: z.number().min(0).optional().catch(undefined),
  range: z.tuple([index, index]).optional().catch(undefined),
  layout: z.enum(["source", "rig", "overlay", "side-by-side"]).optional().catch(undefined),
  shading: z
    .enum(["clay", "textures", "error", "weights", "bones", "influences"])
    .optional()
    .catch(undefined),
  selectedBone: index.nullable().optional().catch(undefined),
  alsoSelected: z.array(index).optional().catch(undefined),
  hiddenBones: z.array(index).optional().catch(undefined),
  segment: z
    .object({ segment: index, end: z.enum(["head", "tail"]).nullable() })
    .nullable()
    .optional()
    .catch(undefined),
  turnSeconds: z.number().min(0.5).max(600).optional().catch(undefined),
  camera: cameraPoseSchema.nullable().optional().catch(undefined),
});

export type ViewRecord = z.infer<typeof viewSchema>;

/** The current view of the open project. @param camera null if no viewport is mounted. */
export function viewRecord(stores: Stores, camera: CameraPose | null): ViewRecord {
  const { workspace, frame, range, layout, shading, ...view } = stores.view.getState();
  const { selectedBone, alsoSelected, hiddenBones, segment, turnSeconds } = view;
  const selection = { selectedBone, alsoSelected: [...alsoSelected], hiddenBones: [...hiddenBones], segment };
  return { workspace, frame: Math.round(frame), range, layout, shading, ...selection, turnSeconds, camera };
}

/**
 * Restores the view of the open project. Ignores parts that no longer fit.
 * @param canEnter whether the workspace exists and can be used with the open document.
 */
export function restoreView(stores: Stores, kept: unknown, canEnter: (workspace: string) => boolean): void {
  const parsed = viewSchema.safeParse(kept);
  const { sequence, rig, skeleton } = stores.document.getState();
  if (!parsed.success || !sequence) return;
  const { workspace, frame, range, layout, shading, segment, turnSeconds, camera, ...bones } = parsed.data;
  const boneCount = rig?.bones.length ?? 0;
  const isBone = (j: number) => j < boneCount;
  const last = sequence.frameCount - 1;
  const { selectedBone = null, alsoSelected = [], hiddenBones = [] } = bones;
  const view: Partial<ViewState> = {
    ...(workspace && canEnter(workspace) && { workspace }),
    ...(frame !== undefined && { frame: Math.min(Math.round(frame), last) }),
    ...(range && range[0] <= range[1] && range[1] <= last && { range }),
    ...(layout && (layout === "source" || rig) && { layout }),
    ...(shading && (shading === "clay" || shading === "textures" || rig) && { shading }),
    ...(selectedBone !== null && isBone(selectedBone) && { selectedBone }),
    hiddenBones: hiddenBones.filter(isBone),
    ...(segment && segment.segment < (skeleton?.segments.length ?? 0) && { segment }),
    ...(turnSeconds !== undefined && { turnSeconds }),
    ...(camera && { openingCamera: { of: new WeakRef(sequence.frames), pose: camera } }),
  };
  stores.view.setState(view);
  // Selecting a bone clears the others, so restore these after it.
  if (view.selectedBone !== undefined) stores.view.setState({ alsoSelected: alsoSelected.filter(isBone) });
}
