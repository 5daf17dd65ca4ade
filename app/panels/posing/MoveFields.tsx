import type { Pose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import type { Point } from "../../../workers/model/skeleton/skeleton";
import { useStudio } from "../../actions/studio";
import { setPose } from "../../document/deform/deform-commands";
import { diagonalOf } from "../../document/measure";
import { useDocument, useStores } from "../../document/use-stores";
import { PlaceFields } from "../fields/PlaceFields";

/** A drag of a few hundred pixels moves the bone by this fraction of the diagonal. */
const STEP = 0.1;
const REST: Point = [0, 0, 0];

/** A bone's translation from its rest pose, along the axes of the file. */
export function MoveFields({ rig, bone, pose }: { rig: Rig; bone: number; pose: Pose }) {
  const stores = useStores();
  const { history } = useStudio();
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const moved = (to: Point): Pose => {
    const translations = pose.translations.slice();
    translations.set(to, 3 * bone);
    return { ...pose, translations };
  };
  const [x, y, z] = pose.translations.subarray(3 * bone, 3 * bone + 3);
  const diagonal = diagonalOf(sequence);
  return (
    <PlaceFields
      name="Move"
      place={[x, y, z]}
      from={REST}
      sequence={sequence}
      size={diagonal}
      length={STEP * diagonal}
      onPreview={(to) => stores.document.setState({ livePose: moved(to) })}
      onCommit={(to) => history.run(setPose(stores, moved(to), `Move ${rig.bones[bone].name}`))}
    />
  );
}
