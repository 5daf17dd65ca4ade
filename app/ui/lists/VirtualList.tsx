import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Row } from "./Row";
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
  const { label, count, rowHeight, selected, also, onSelect, onMenu, onEnter, onSide, tree, row } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const id = useId();

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    // Its first call comes after the layout, before the list is drawn. Reading sizes now would cost a second layout.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);

  // Scrolls to a row that was selected elsewhere, for example in the viewport.
  useEffect(() => {
    const element = scroller.current;
    if (!element || selected === null || selected < 0) return;
    const top = selected * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }, [selected, rowHeight]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || count === 0) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
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
      if (selected !== null && selected >= 0)
        onSide(selected, event.key === "ArrowLeft" ? -1 : 1, event.shiftKey);
      event.stopPropagation();
    } else if (event.key === "Enter" && selected !== null && selected >= 0) onEnter?.(selected);
    else return;
    event.preventDefault();
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  const rows = [];
  for (let index = first; index < last; index++) {
    const { key, className = "", content, level, open } = row(index);
    rows.push(
      <Row
        key={key}
        id={`${id}${index}`}
        role="row"
        aria-selected={index === selected || also?.has(index) === true}
        aria-rowindex={index + 1}
        aria-level={level}
        aria-expanded={open ?? undefined}
        className={className}
        selected={index === selected || also?.has(index) === true}
        style={{ top: index * rowHeight, height: rowHeight }}
        onClick={(event) => onSelect(index, { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey })}
        onContextMenu={(event) => {
          if (!onMenu) return;
          event.preventDefault();
          if (index !== selected && !also?.has(index)) onSelect(index, NO_KEYS);
          onMenu(index, { x: event.clientX, y: event.clientY });
        }}
      >
        {content}
      </Row>,
    );
  }
  const active = selected !== null && selected >= first && selected < last ? `${id}${selected}` : undefined;
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
      onContextMenu={(event) => {
        // The menu key presses the list, which has the focus; the pointer presses a row, or the room below the rows.
        if (!onMenu || event.target !== event.currentTarget || event.button === 2) return;
        event.preventDefault();
        const row = active && document.getElementById(active);
        if (!row || selected === null) return;
        const { left, bottom } = row.getBoundingClientRect();
        onMenu(selected, { x: left + MENU_INDENT, y: bottom });
      }}
    >
      <div className={css.room} role="rowgroup" style={{ height: count * rowHeight }}>
        {rows}
      </div>
    </div>
  );
}
