import { ViewportArea } from "../panels/ViewportArea";
import { StopQuestions, useFace, useFramed } from "./faces";

/** The viewport with what the workspace floats over it. */
export function WorkspaceViewport({ small = false }: { small?: boolean }) {
  const { Chrome, onPress } = useFace();
  return (
    <ViewportArea framed={useFramed()} onPress={onPress}>
      <StopQuestions />
      <Chrome small={small} />
    </ViewportArea>
  );
}
