import { ViewportArea } from "../../panels/viewport/ViewportArea";
import type { PanelFace } from "../../workspaces/face";
import { StopQuestions, useFramed } from "../faces";

/** The viewport with the workspace's floating controls. */
export function WorkspaceViewport({ face, small = false }: { face: PanelFace; small?: boolean }) {
  const { Chrome, onPress } = face;
  return (
    <ViewportArea framed={useFramed()} onPress={onPress}>
      <StopQuestions />
      <Chrome small={small} />
    </ViewportArea>
  );
}
