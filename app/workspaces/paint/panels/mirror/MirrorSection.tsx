import { leftSide } from "../../../../../workers/geometry/mirror/bone-partners";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { SequenceMesh } from "../../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import { selectBones } from "../../../../document/selection";
import { useDocument, useStore, useStores } from "../../../../document/use-stores";
import {
  loneByBone,
  type MirrorCopy,
  setMirroring,
} from "../../../../document/weights/mirror/mirror-settings";
import { ChoiceField } from "../../../../ui/choices/ChoiceField";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { Section } from "../../../../ui/layout/Section";
import { Row, RowName, RowValue } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import { MIRROR_CHOICE } from "../../mirror/mirror-choice";
import { PartnerList } from "./BonePairs";
import { DoubtNote } from "./DoubtNote";
import { MatchFields, PlaceField, WithinField } from "./MirrorFields";
import css from "./MirrorSection.module.css";
import { useMirror } from "./use-mirror";

/** The largest number of bones in the list of vertices without a partner. */
const LISTED = 6;

/** Vertices without a partner, by bone, each with a button that marks them in the viewport. */
function LoneList({ mirror, rig }: { mirror: SurfaceMirror; rig: Rig }) {
  const stores = useStores();
  const shown = useStore(MIRROR_CHOICE, (state) => state.shown);
  const lone = loneByBone(mirror.unmatched, rig.weights);
  if (lone.length === 0) return <p className={textCss.tertiary}>Every vertex has a partner.</p>;
  const others = lone.slice(LISTED).reduce((sum, { vertices }) => sum + vertices.length, 0);
  const show = (bone: number, vertices: Uint32Array) => {
    stores.of(MIRROR_CHOICE).setState({ shown: bone });
    stores.paintNews.setState({ unmatched: vertices });
    selectBones(stores, [bone]);
  };
  return (
    <ul className={css.lone} aria-label="Vertices without a partner">
      {lone.slice(0, LISTED).map(({ bone, vertices }) => (
        <Row as="li" key={bone} selected={shown === bone}>
          <Icon name="mirror" small />
          <RowName title={rig.bones[bone].name}>{rig.bones[bone].name}</RowName>
          <RowValue narrow>{formatCount(vertices.length)}</RowValue>
          <button
            type="button"
            className={textCss.link}
            aria-label={`Show ${rig.bones[bone].name}`}
            onClick={() => show(bone, vertices)}
          >
            Show
          </button>
        </Row>
      ))}
      {others > 0 && (
        <Row as="li">
          <RowName className={textCss.tertiary}>{`${lone.length - LISTED} more bones`}</RowName>
          <RowValue narrow>{formatCount(others)}</RowValue>
          <button
            type="button"
            className={textCss.link}
            onClick={() => {
              stores.of(MIRROR_CHOICE).setState({ shown: null });
              stores.paintNews.setState({ unmatched: mirror.unmatched });
            }}
          >
            Show all
          </button>
        </Row>
      )}
    </ul>
  );
}

/** Labels for the directions: left and right if the names of bones tell the sides, otherwise signs. */
function copyOptions(rig: Rig, mirror: SurfaceMirror | null): { value: MirrorCopy; label: string }[] {
  const named = mirror && leftSide(rig.bones, mirror.plane) !== null;
  const [forward, back] = named ? ["L to R", "R to L"] : ["+ to −", "− to +"];
  return [
    { value: "forward", label: forward },
    { value: "back", label: back },
    { value: "mean", label: "Mean" },
  ];
}

function Fields({ sequence, rig }: { sequence: SequenceMesh; rig: Rig }) {
  const stores = useStores();
  const { history } = useStudio();
  const settings = useDocument((state) => state.mirroring);
  const copy = useStore(MIRROR_CHOICE, (state) => state.copy);
  const mirror = useMirror();
  return (
    <div className={layoutCss.stack}>
      <ChoiceField
        label="Plane"
        value={settings.plane}
        options={[
          { value: "x", label: "X" },
          { value: "y", label: "Y" },
          { value: "z", label: "Z" },
          { value: "fitted", label: "Fitted" },
        ]}
        onChange={(plane) =>
          history.run(setMirroring(stores, `Mirror plane ${plane}`, { plane, offset: null }))
        }
      />
      {settings.plane !== "fitted" && <PlaceField {...{ sequence, settings, mirror }} />}
      <ChoiceField
        label="Copy"
        value={copy}
        options={copyOptions(rig, mirror)}
        onChange={(next) => stores.of(MIRROR_CHOICE).setState({ copy: next })}
      />
      <MatchFields {...{ sequence, settings, mirror }} />
      <WithinField {...{ sequence, settings, mirror }} />
      {mirror && <DoubtNote mirror={mirror} settings={settings} />}
      {mirror ? (
        <LoneList mirror={mirror} rig={rig} />
      ) : (
        <p className={textCss.tertiary} role="status">
          Finding partners…
        </p>
      )}
      {mirror && <PartnerList rig={rig} mirror={mirror} />}
      <div className={css.buttons}>
        <ActionButton action="paint.mirror-layer" />
        <ActionButton action="paint.fill-unmatched" label="Fill by smoothing" />
      </div>
    </div>
  );
}

/** Settings for mirrored weights and strokes, and a list of the vertices without a partner. */
export function MirrorSection() {
  const sequence = useDocument((state) => state.sequence);
  const rig = useDocument((state) => state.rig);
  const alone = useStore(MIRROR_CHOICE, (state) => state.alone);
  if (!sequence || !rig) return null;
  const end = alone ? `${formatCount(alone)} without partner` : undefined;
  return (
    <Section name="paint-mirror" title="Mirror" shut end={end}>
      <Fields sequence={sequence} rig={rig} />
    </Section>
  );
}
