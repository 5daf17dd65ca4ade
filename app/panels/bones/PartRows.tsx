import { useMemo } from "react";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import { useStudio } from "../../actions/studio";
import { formatCount } from "../../common/format";
import { verticesPerPart } from "../../document/measure";
import { setPartsHidden, showEverything, showOnlyParts } from "../../document/scene/hiding-commands";
import { toast } from "../../document/session/toasts";
import { useDocument } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";
import { Row, RowName, RowValue } from "../../ui/lists/Row";
import { OutlinerBranch, useTwist } from "./OutlinerBranch";
import css from "./PartRows.module.css";

/** A button that hides or shows a part. With Alt it shows the part alone, or everything again. */
function PartEye({ part, name }: { part: number; name: string }) {
  const { history, ...stores } = useStudio();
  const hidden = useDocument((state) => state.scene.hiddenParts.includes(part));
  const press = ({ altKey }: { altKey: boolean }) => {
    const { hiddenParts } = stores.document.getState().scene;
    const count = stores.document.getState().sequence?.parts.length ?? 0;
    const isAlone = !hidden && hiddenParts.length === count - 1;
    if (altKey && isAlone) history.run(showEverything(stores));
    else if (altKey) history.run(showOnlyParts(stores, [part]));
    else if (!hidden && isAlone)
      toast(stores, `Hide ${name}`, "This would hide everything.", { kind: "warning" });
    else history.run(setPartsHidden(stores, [part], !hidden));
  };
  return (
    <IconButton
      quiet={!hidden}
      aria-pressed={!hidden}
      aria-label={`Show ${name}`}
      title="Alt-click shows only this part"
      onClick={press}
    >
      <Icon name={hidden ? "eyeoff" : "eye"} small />
    </IconButton>
  );
}

/**
 * The parts of a mesh, each with its eye.
 * @param indent px
 */
export function PartRows({ sequence, indent }: { sequence: SequenceMesh; indent: number }) {
  const counts = useMemo(() => verticesPerPart(sequence), [sequence]);
  return sequence.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never change order
    <Row key={index} style={{ paddingLeft: indent }}>
      <Icon name="mesh" />
      <RowName title={part.name}>{part.name}</RowName>
      <RowValue>{formatCount(counts[index])}</RowValue>
      <PartEye part={index} name={part.name} />
    </Row>
  ));
}

/** The parts of a still mesh, which has no branch of its own in the outliner. Nothing if there is only one. */
export function StillParts() {
  const sequence = useDocument((state) => state.sequence);
  const [open, toggle] = useTwist("parts", true);
  if (!sequence || sequence.frameCount > 1 || sequence.parts.length < 2) return null;
  return (
    <section className={css.parts} aria-label="Parts">
      <OutlinerBranch
        name="Parts"
        icon="mesh"
        depth={0}
        strong
        open={open}
        onToggle={toggle}
        end={<RowValue>{formatCount(sequence.parts.length)}</RowValue>}
      />
      {open && <PartRows sequence={sequence} indent={24} />}
    </section>
  );
}
