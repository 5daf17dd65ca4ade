import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from "react";
import { Row } from "./Row";
import { useScrolledView } from "./use-scrolled-view";
import css from "./VirtualList.module.css";

/** A row of a list. */
interface ListRow {
  key: string | number;
  className?: string;
  content: ReactNode;
  /** In a tree: 1 for a root. */
  level?: number;
  /** In a tree: whether its children are shown; null if it has none. */
  open?: boolean | null;
}

interface VirtualListProps {
  label: string;
  count: number;
  /** Height of a row, px. */
  rowHeight: number;
  selected: number | null;
  /** Rows that are selected besides `selected`. */
  also?: ReadonlySet<number>;
  /** `keys` are the modifier keys that were held; arrow keys pass none. */
  onSelect(index: number, keys: { ctrl: boolean; shift: boolean }): void;
  /** A right click on a row, which is selected by then, or the menu key on the selected row. `at` is in page pixels. */
  onMenu?(index: number, at: { x: number; y: number }): void;
  /** Enter on the selected row. */
  onEnter?(index: number): void;
  /** Left or right arrow on the selected row: folds or unfolds in a tree; with Shift, also the branch below. */
  onSide?(index: number, by: -1 | 1, shift: boolean): void;
  /** Rows have levels: the role is treegrid. */
  tree?: boolean;
  /** Content of row `index`. The list positions it. Its elements are cells: role="gridcell". */
  row(index: number): ListRow;
}

const NO_KEYS = { ctrl: false, shift: false };

/** The distance of a menu opened by its key from the left edge of the row, px. */
const MENU_INDENT = 24;

/** Rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 6;

/**
 * A list that renders only the rows on screen. Its role is grid, because rows hold buttons. Arrows, Home, End and the
 * Page keys select a row.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, selected, also, onMenu, tree } = props;
  const { scroller, view } = useScrolledView(selected, rowHeight);
  const id = useId();
  const onKeyDown = listKeys(props, view.height);

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  const rows = [];
  for (let index = first; index < last; index++) rows.push(listRow(props, index, `${id}${index}`));

  const active = selected !== null && selected >= first && selected < last ? `${id}${selected}` : undefined;
  const onContextMenu = (event: MouseEvent) => {
    // The menu key presses the list, which has the focus; the pointer presses a row, or the room below the rows.
    if (!onMenu || event.target !== event.currentTarget || event.button === 2) return;
    event.preventDefault();
    const row = active && document.getElementById(active);
    if (!row || selected === null) return;
    const { left, bottom } = row.getBoundingClientRect();
    onMenu(selected, { x: left + MENU_INDENT, y: bottom });
  };
  return (
    <div
      ref={scroller}
      className={css.list}
      role={tree ? "treegrid" : "grid"}
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable={also ? true : undefined}
      aria-activedescendant={active}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <div className={css.room} role="rowgroup" style={{ height: count * rowHeight }}>
        {rows}
      </div>
    </div>
  );
}

/** Row `index` at its place. */
function listRow(props: VirtualListProps, index: number, id: string): ReactNode {
  const { rowHeight, selected, also, onSelect, onMenu, row } = props;
  const { key, className = "", content, level, open } = row(index);
  const isSelected = index === selected || also?.has(index) === true;
  return (
    <Row
      key={key}
      id={id}
      role="row"
      aria-selected={isSelected}
      aria-rowindex={index + 1}
      aria-level={level}
      aria-expanded={open ?? undefined}
      className={className}
      selected={isSelected}
      style={{ top: index * rowHeight, height: rowHeight }}
      onClick={(event) => onSelect(index, { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey })}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        if (!isSelected) onSelect(index, NO_KEYS);
        onMenu(index, { x: event.clientX, y: event.clientY });
      }}
    >
      {content}
    </Row>
  );
}

/** Keys of the list itself, not of a field in one of its rows. */
function listKeys(props: VirtualListProps, height: number) {
  const { count, rowHeight, selected, onSelect, onEnter, onSide } = props;
  const chosen = selected !== null && selected >= 0 ? selected : null;
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || count === 0) return;
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const from = selected ?? -1;
    const to: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from < 0 ? count - 1 : from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    };
    if (event.key in to) onSelect(Math.max(0, Math.min(count - 1, to[event.key])), NO_KEYS);
    else if (onSide && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      if (chosen !== null) onSide(chosen, event.key === "ArrowLeft" ? -1 : 1, event.shiftKey);
      event.stopPropagation();
    } else if (event.key === "Enter" && chosen !== null) onEnter?.(chosen);
    else return;
    event.preventDefault();
  };
}
