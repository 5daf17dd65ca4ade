import { capital } from "../../../../common/capital";
import { classNames } from "../../../../common/class-names";
import { formatShare } from "../../../../common/format";
import { selectBoneOf } from "../../../../document/binding/select-held";
import { pickSegment } from "../../../../document/skeleton/skeleton-commands";
import { useStores, useView } from "../../../../document/use-stores";
import { SegmentSwatch } from "../../../../panels/bones/swatch";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { useRowHeight } from "../../../../ui/layout/use-layout";
import { ColumnHead, RowName, RowValue } from "../../../../ui/lists/Row";
import { VirtualList } from "../../../../ui/lists/VirtualList";
import textCss from "../../../../ui/text/text.module.css";
import { useNameOfFirst } from "../use-name-of-first";
import css from "./BoneMasses.module.css";
import { type BoneShare, FADED } from "./weight-figures";

/** Rows shown before the list scrolls. */
const ROWS = 8;

/** The share of the mesh that each bone moves, and its ratio to the bone's share under the first weights. */
export function BoneMasses({ shares }: { shares: readonly BoneShare[] }) {
  const stores = useStores();
  const rowHeight = useRowHeight();
  const first = capital(useNameOfFirst());
  const picked = useView((view) => view.segment?.segment ?? null);
  const at = shares.findIndex(({ segment }) => segment === picked);
  const row = (index: number) => {
    const { segment, name, ofMesh, ofHeat } = shares[index];
    const content = (
      <>
        <SegmentSwatch segment={segment} />
        <RowName role="gridcell" title={name}>
          {name}
        </RowName>
        <RowValue role="gridcell" className={css.figure}>
          {formatShare(ofMesh)}
        </RowValue>
        <RowValue role="gridcell" className={classNames(css.figure, ofHeat < FADED && css.faded)}>
          {formatShare(ofHeat)}
        </RowValue>
      </>
    );
    return { key: segment, content };
  };
  return (
    <div className={css.masses}>
      <ColumnHead className={css.heads}>
        <span className={layoutCss.grow}>Bone</span>
        <span className={`${textCss.number} ${css.figure}`}>Mesh share</span>
        <span className={`${textCss.number} ${css.figure}`}>{first} share</span>
      </ColumnHead>
      <div style={{ height: rowHeight * Math.min(ROWS, shares.length), display: "flex" }}>
        <VirtualList
          label="Bone mass"
          count={shares.length}
          rowHeight={rowHeight}
          selected={at < 0 ? null : at}
          onSelect={(index) => {
            const { segment } = shares[index];
            pickSegment(stores, { segment, end: null });
            selectBoneOf(stores, segment);
          }}
          row={row}
        />
      </div>
    </div>
  );
}
