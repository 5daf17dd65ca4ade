import { useService } from "../../../actions/studio";
import { formatDay } from "../../../common/format";
import { useStore, useWork } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Modal } from "../../../ui/overlays/Modal";
import textCss from "../../../ui/text/text.module.css";
import css from "./ConflictDialog.module.css";
import { CONFLICT, type Conflict, partsBy } from "./conflicts";
import { SHARING } from "./sharing";

/** Shows the open project beside the state that somebody else has saved, and asks which one to keep. */
export function ConflictDialog() {
  const conflict = useStore(CONFLICT, (state) => state.conflict);
  return conflict && <Both conflict={conflict} />;
}

function Both({ conflict }: { conflict: Conflict }) {
  const sharing = useService(SHARING);
  const saved = useWork((work) => work.saved?.time ?? null);
  const { title, names, time, parts, notMerged } = conflict;
  return (
    <Modal
      title={title}
      width={560}
      onClose={sharing.close}
      foot={
        <>
          <span className={`${textCss.tertiary} ${layoutCss.grow}`}>The other one is kept as a version.</span>
          <Button onClick={() => void sharing.settle("mine")}>Keep mine</Button>
          <Button onClick={() => void sharing.settle("theirs")}>Take theirs</Button>
          <Button
            look="primary"
            data-primary
            disabled={notMerged !== null}
            title={notMerged ?? undefined}
            onClick={() => void sharing.settle("merge")}
          >
            Merge
          </Button>
        </>
      }
    >
      <div className={css.sides}>
        <Side title="Mine" about={names.mine} time={saved} parts={partsBy(parts, "mine")} />
        <Side title="Theirs" about={names.theirs} time={time} parts={partsBy(parts, "theirs")} />
      </div>
      <p className={css.both}>
        {overlapOf(parts)}
        {notMerged && ` ${notMerged}`}
      </p>
    </Modal>
  );
}

/** Says which parts both sides changed, and what a merge does with them. */
function overlapOf(parts: Conflict["parts"]): string {
  const both = partsBy(parts, "both");
  if (both.length === 0) return "No part was changed in both.";
  return `Changed in both: ${both.join(", ")}. Merge keeps mine, and the layers of both.`;
}

interface SideProps {
  title: string;
  about: string;
  /** Milliseconds since the epoch; null if it is not saved. */
  time: number | null;
  /** The parts that only this side changed. */
  parts: string[];
}

function Side({ title, about, time, parts }: SideProps) {
  return (
    <section aria-label={title} className={css.side}>
      <h3 className={textCss.strong}>{title}</h3>
      <div className={`${textCss.secondary} ${textCss.ellipsis}`} title={about}>
        {about}
      </div>
      <div className={textCss.tertiary}>{time === null ? "not saved yet" : formatDay(time)}</div>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
