import { useMemo } from "react";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import { classNames } from "../../../common/class-names";
import { pickSegment } from "../../../document/skeleton/skeleton-commands";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { SegmentSwatch } from "../../../panels/bones/swatch";
import { indentOf } from "../../../panels/bones/tree/bone-tree";
import { Row, RowName, RowValue } from "../../../ui/lists/Row";
import { useRoving } from "../../../ui/lists/roving";
import textCss from "../../../ui/text/text.module.css";
import css from "./SegmentOutline.module.css";

/** Segments in the order of the tree, each below its parent, with its depth. */
function inTree({ segments }: Skeleton): { j: number; depth: number }[] {
  const rows: { j: number; depth: number }[] = [];
  const visit = (parent: number, depth: number) => {
    segments.forEach((segment, j) => {
      if (segment.parent !== parent) return;
      rows.push({ j, depth });
      visit(j, depth + 1);
    });
  };
  visit(-1, 0);
  return rows;
}

/** The tree of the skeleton's bones, to select from. */
export function SegmentOutline() {
  const stores = useStores();
  const skeleton = useDocument((state) => state.skeleton);
  const selected = useView((view) => view.segment?.segment ?? null);
  const roving = useRoving<HTMLDivElement>(":scope > button", true);
  const rows = useMemo(() => (skeleton ? inTree(skeleton) : []), [skeleton]);
  if (!skeleton) return null;
  return (
    <div {...roving} className={css.tree} role="tree" aria-label="Skeleton bones">
      {rows.map(({ j, depth }) => (
        <Row
          as="button"
          key={skeleton.segments[j].name}
          type="button"
          role="treeitem"
          aria-level={depth + 1}
          aria-selected={j === selected}
          selected={j === selected}
          className={classNames(css.segment, j === selected && css.selected)}
          style={{ paddingLeft: 6 + indentOf(depth) }}
          onClick={() => pickSegment(stores, { segment: j, end: null })}
        >
          <SegmentSwatch segment={j} />
          <RowName title={skeleton.segments[j].name}>{skeleton.segments[j].name}</RowName>
          {skeleton.segments[j].kind !== "rigid" && (
            <RowValue className={textCss.tertiary}>{skeleton.segments[j].kind}</RowValue>
          )}
        </Row>
      ))}
    </div>
  );
}
