import { useEffect, useRef } from "react";
import { ActionButton } from "../../../../actions/ActionButton";
import { useService } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { useDocument, useStore, useStores } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Badge } from "../../../../ui/feedback/Badge";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import overlayCss from "../../../../ui/overlays/Overlay.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { ALIGNING } from "../../runs/fit/aligning";
import { FIT_DESK, type Proposal } from "../../runs/fit/fit-desk";
import css from "./AlignmentCard.module.css";
import { alignmentRows, framesCovered } from "./alignment-words";
import { ByHandFields } from "./ByHandFields";

/** The alignment of the skeleton in figures. */
function Rows({ source, found }: Proposal & { found: NonNullable<Proposal["found"]> }) {
  const stores = useStores();
  const sequence = useDocument((state) => state.sequence);
  const outside = useStore(FIT_DESK, (desk) => desk.outside);
  if (!sequence) return null;
  const { alignment } = found;
  const { inside } = alignment;
  const away = inside.outside.length;
  return (
    <dl className={css.rows}>
      {alignmentRows(alignment, source, sequence).map(({ name, value, note }) => (
        <Row key={name} name={name} value={value} note={note} />
      ))}
      <dt>Inside</dt>
      <dd>
        {inside.count} of {inside.of}
      </dd>
      <dd>
        {away > 0 && (
          <button
            type="button"
            className={textCss.link}
            aria-pressed={outside}
            title={inside.outside.join(", ")}
            onClick={() => stores.of(FIT_DESK).setState({ outside: !outside })}
          >
            {outside ? "hide" : "show"} {away}
          </button>
        )}
      </dd>
    </dl>
  );
}

function Row({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd title={note}>{note}</dd>
    </>
  );
}

/** The first sentences about the alignment. */
function Sentences({ source, found }: Proposal & { found: NonNullable<Proposal["found"]> }) {
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const { alignment } = found;
  const covered = framesCovered(alignment, source, sequence);
  const short = sequence.frameCount - covered;
  const said = [
    ...(alignment.frames && short > 0
      ? [
          `The clip has no pose for ${plural(short, "frame")}, which keep its last one. A fit of Both finds them.`,
        ]
      : []),
    ...alignment.notes,
    ...source.notes,
  ];
  return said.map((note) => (
    <p key={note} className={`${textCss.secondary} ${textCss.hint}`}>
      {note}
    </p>
  ));
}

/**
 * Shows how the artist's skeleton lies in the mesh before anything changes.
 * @param inSheet shows a section of the sheet of small screens instead of a card over the viewport.
 */
export function AlignmentCard({ inSheet = false }: { inSheet?: boolean }) {
  const stores = useStores();
  const aligning = useService(ALIGNING);
  const { half, card, proposal, byHand } = useStore(FIT_DESK, (desk) => desk);
  const section = useRef<HTMLElement>(null);
  const isFound = proposal?.found != null;
  // Takes the focus, so that Enter applies the alignment and does not press the control that had the focus before.
  useEffect(() => {
    const apply = isFound ? section.current?.querySelector<HTMLElement>("[data-apply] button") : null;
    if (apply && !section.current?.contains(document.activeElement)) apply.focus({ preventScroll: true });
  }, [isFound]);
  const applied = useDocument((state) => state.ownSkeleton?.alignment);
  if (half !== "fit" || !card || !proposal) return null;
  const { found, busy, source } = proposal;
  const isApplied = found !== null && found.alignment === applied;
  return (
    <section
      ref={section}
      data-ui="alignment"
      className={inSheet ? css.section : `${overlayCss.overlay} ${overlayCss.card} ${css.card}`}
      aria-label="Alignment"
      aria-busy={busy}
    >
      <div className={css.head}>
        <span className={textCss.strong}>Alignment</span>
        {found && !busy && (
          <Badge tone={found.alignment.fits ? "ok" : "warn"}>{found.alignment.fits ? "fits" : "check"}</Badge>
        )}
        {busy && (
          <span className={textCss.tertiary} role="status">
            aligning
          </span>
        )}
        <span className={layoutCss.grow} />
        <IconButton aria-label="Close the alignment" onClick={() => aligning.close()}>
          <Icon name="x" />
        </IconButton>
      </div>
      {found ? (
        <>
          <Rows {...proposal} found={found} />
          {byHand && <ByHandFields source={source} alignment={found.alignment} />}
          <Sentences {...proposal} found={found} />
        </>
      ) : (
        <p className={textCss.secondary}>Placing {source.file} in the mesh.</p>
      )}
      {found && !isApplied && (
        <div data-apply>
          <ActionButton action="fit.apply" label="Apply" keycap look="primary" size="medium" wide />
        </div>
      )}
      {found && (
        <div className={layoutCss.pair}>
          <ActionButton action="fit.align-again" label="Align again" size="medium" grow />
          <Button
            size="medium"
            grow
            aria-pressed={byHand}
            onClick={() => stores.of(FIT_DESK).setState({ byHand: !byHand })}
          >
            By hand
          </Button>
        </div>
      )}
    </section>
  );
}
