import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { MirrorSettings } from "../../../../../workers/model/weights/mirror-settings";
import { Note } from "../../../../ui/feedback/Note";
import { doubtOf } from "./mirror-doubt";

/** Warns if vertices probably have wrong partners, and says what to do. */
export function DoubtNote({ mirror, settings }: { mirror: SurfaceMirror; settings: MirrorSettings }) {
  const doubt = doubtOf(mirror, settings);
  return (
    doubt && (
      <Note tone="warn" role="status">
        {doubt}
      </Note>
    )
  );
}
