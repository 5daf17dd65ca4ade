import { useMemo } from "react";
import type { Rig } from "../../../../workers/model/rig/rig";
import { plural } from "../../../common/format";
import { useDocument } from "../../../document/use-stores";
import { rowsThatDiffer } from "../../../document/weights/painted-changes";
import { Note } from "../../../ui/feedback/Note";

/** Says before the artist applies a result what it does to layers and to painted vertices. */
export function PaintedNote({ result }: { result: Rig }) {
  const rig = useDocument((state) => state.rig);
  const layers = useDocument((state) => state.weightLayers?.layers.length ?? 0);
  const painted = useDocument((state) => state.weightEdits.painted);
  const changed = useMemo(
    () => (rig && painted.length > 0 ? rowsThatDiffer(rig, result, painted).length : 0),
    [rig, result, painted],
  );
  if (layers === 0 && changed === 0) return null;
  const sentences = [
    layers > 0 && `Apply merges ${plural(layers, "layer")} into the result.`,
    changed > 0 &&
      `${plural(changed, "painted vertex gets", "painted vertices get")} other weights. Bones that you lock in Paint keep theirs.`,
  ];
  return (
    <Note tone="warn" role="status">
      {sentences.filter(Boolean).join(" ")}
    </Note>
  );
}
