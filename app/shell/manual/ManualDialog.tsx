import { useEffect, useMemo, useRef, useState } from "react";
import { usePanels, useStores } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { NameFilter } from "../../ui/fields/NameFilter";
import { Icon } from "../../ui/icons/Icon";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import css from "./ManualDialog.module.css";
import { ManualText } from "./ManualText";
import type { Manual } from "./manual-nodes";
import { searchManual, sectionsOf } from "./manual-search";

/** The manual, at the page that was asked for. The pages load when it first opens. */
export function ManualDialog() {
  const stores = useStores();
  const place = usePanels((panels) => panels.manual);
  const [manual, setManual] = useState<Manual | null>(null);
  const [note, setNote] = useState("Opening the manual…");
  const isOpen = place !== null;
  useEffect(() => {
    if (!isOpen) return;
    const failed = () => setNote("The manual could not be loaded. Reload the page, and open it again.");
    import("./manual-pages").then(({ MANUAL }) => setManual(MANUAL), failed);
  }, [isOpen]);
  if (place === null) return null;
  return (
    <Modal title="Manual" width={1000} onClose={() => stores.panels.setState({ manual: null })}>
      <div className={css.manual}>
        {manual ? (
          <Pages key={place} manual={manual} place={place} />
        ) : (
          <p className={`${css.note} ${textCss.secondary}`} role="status">
            {note}
          </p>
        )}
      </div>
    </Modal>
  );
}

interface Place {
  page: string;
  anchor: string;
}

const placeOf = (text: string): Place => {
  const [page, anchor = ""] = text.split("#");
  return { page, anchor };
};

function Pages({ manual, place }: { manual: Manual; place: string }) {
  const [trail, setTrail] = useState<Place[]>([placeOf(place)]);
  const [query, setQuery] = useState("");
  const reading = useRef<HTMLElement>(null);
  const list = useRef<HTMLElement>(null);
  const sections = useMemo(() => sectionsOf(manual.pages), [manual]);
  const now = trail.at(-1)!;
  const page = manual.pages.find(({ id }) => id === now.page) ?? manual.pages[0];
  const go = (id: string, anchor: string) => setTrail((before) => [...before, { page: id, anchor }]);
  // The pages load after the dialog has taken the focus.
  useEffect(() => list.current?.querySelector("input")?.focus(), []);
  useEffect(() => {
    const into = reading.current;
    const heading = now.anchor && into?.querySelector(`#manual-${CSS.escape(now.anchor)}`);
    if (heading) heading.scrollIntoView();
    else if (into) into.scrollTop = 0;
  }, [now]);
  return (
    <>
      <nav className={css.list} ref={list} aria-label="Pages of the manual">
        <NameFilter value={query} label="Search the manual" onChange={setQuery} />
        <div className={css.entries}>
          {query.trim() === "" ? (
            <Contents manual={manual} now={page.id} go={go} />
          ) : (
            <Results found={searchManual(sections, query)} query={query} go={go} />
          )}
        </div>
      </nav>
      <article className={css.page} ref={reading} tabIndex={0} aria-label={page.title}>
        {trail.length > 1 && (
          <div className={css.back}>
            <IconButton aria-label="Back" title="Back" onClick={() => setTrail(trail.slice(0, -1))}>
              <Icon name="undo" />
            </IconButton>
          </div>
        )}
        <ManualText nodes={page.nodes} images={manual.images} go={go} />
      </article>
    </>
  );
}

interface Goes {
  go(page: string, anchor: string): void;
}

function Contents({ manual, now, go }: Goes & { manual: Manual; now: string }) {
  const chapters = [...new Set(manual.pages.map(({ chapter }) => chapter))];
  return chapters.map((chapter) => (
    <section key={chapter} aria-label={chapter}>
      <h3 className={textCss.tertiary}>{chapter}</h3>
      {manual.pages
        .filter((page) => page.chapter === chapter)
        .map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className={css.entry}
            aria-current={id === now ? "page" : undefined}
            onClick={() => go(id, "")}
          >
            {title}
          </button>
        ))}
    </section>
  ));
}

function Results({ found, query, go }: Goes & { found: ReturnType<typeof searchManual>; query: string }) {
  if (found.length === 0) return <p className={textCss.secondary}>Nothing about “{query}”.</p>;
  return found.map(({ section: { page, title, anchor }, excerpt }) => (
    <button
      key={`${page.id}#${anchor}`}
      type="button"
      className={css.entry}
      onClick={() => go(page.id, anchor)}
    >
      <span className={textCss.strong}>{title === page.title ? title : `${page.title}: ${title}`}</span>
      <span className={textCss.tertiary}>{excerpt}</span>
    </button>
  ));
}
