import { useStudio } from "../../../../actions/studio";
import { formatCount, plural } from "../../../../common/format";
import { unlockForFit } from "../../../../document/skeleton/fit-commands";
import { type LockKind, lockedNames } from "../../../../document/skeleton/own-skeleton";
import { useDocument, useStores } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import { Row } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import css from "./HelpersSection.module.css";

/** The number of names in the list; the others are counted. */
const LISTED = 3;

const KINDS: { kind: LockKind; label: string }[] = [
  { kind: "lockWeights", label: "Weights" },
  { kind: "lockMotion", label: "Motion" },
];

/** The bones whose weights or motion fits keep. */
export function LockedSection() {
  const stores = useStores();
  const { history } = useStudio();
  const rig = useDocument((state) => state.rig);
  const fitting = useDocument((state) => state.fitting);
  const rows = KINDS.map(({ kind, label }) => ({
    kind,
    label,
    names: lockedNames(rig?.bones ?? [], fitting, kind),
  })).filter(({ names }) => names.length > 0);
  if (rows.length === 0) return null;
  const count = new Set(rows.flatMap(({ names }) => names)).size;
  return (
    <Section name="fit-locked" title="Locked" end={plural(count, "bone")}>
      <div className={css.list} role="list" aria-label="Locked bones">
        {rows.map(({ kind, label, names }) => (
          <Row key={kind} role="listitem" className={css.helper}>
            <Icon name={kind === "lockWeights" ? "brush" : "rotate"} />
            <span className={css.name} title={names.join(", ")}>
              {label}{" "}
              <span className={textCss.secondary}>
                {names.slice(0, LISTED).join(", ")}
                {names.length > LISTED ? "…" : ""}
              </span>
            </span>
            <span className={textCss.secondary}>{formatCount(names.length)}</span>
            <IconButton
              aria-label={`Unlock all ${label.toLowerCase()}`}
              onClick={() => history.run(unlockForFit(stores, kind))}
            >
              <Icon name="x" small />
            </IconButton>
          </Row>
        ))}
      </div>
    </Section>
  );
}
