import type { ViewportEdits } from "../viewport/viewport-edits";
import { paintStrength, setPose } from "./deform-commands";
import { useDocument } from "./document";
import type { History } from "./history";

/** Takes what the hand does in the viewport into the document: previews beside it, outcomes as steps. */
export function createEdits(history: History): ViewportEdits {
  return {
    poseLive: (pose) => useDocument.setState({ livePose: pose }),
    posed: (pose, label) => history.run(setPose(pose, label)),
    painted: (map, values) => history.run(paintStrength(map, values)),
  };
}
