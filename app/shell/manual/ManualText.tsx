import { createElement, type ReactNode } from "react";
import textCss from "../../ui/text/text.module.css";
import css from "./ManualText.module.css";
import type { ManualNode } from "./manual-nodes";

interface ManualTextProps {
  nodes: readonly ManualNode[];
  images: Record<string, string>;
  /** Opens another page of the manual. */
  go(page: string, anchor: string): void;
}

/** A page of the manual. React makes every element from plain data, so no text can become markup. */
export function ManualText({ nodes, images, go }: ManualTextProps) {
  const write = (list: readonly ManualNode[]): ReactNode[] =>
    list.map((node, n) => {
      if (typeof node === "string") return node;
      const key = n;
      if (node.is === "image")
        return <img key={key} src={images[node.image]} alt={node.alt} loading="lazy" />;
      if (node.is === "link") return writeLink(node, key);
      const { is, id, of } = node;
      const children = of.length > 0 ? write(of) : undefined;
      // Wide tables and code scroll by themselves; the keyboard must reach them.
      if (is === "table" || is === "pre") {
        return (
          <div
            key={key}
            className={css.wide}
            tabIndex={0}
            role="group"
            aria-label={is === "pre" ? "Code" : "Table"}
          >
            {createElement(is, null, children)}
          </div>
        );
      }
      // The first column of some tables has no name. An empty cell is not a header.
      return createElement(is === "th" && !children ? "td" : is, { key, id: id && `manual-${id}` }, children);
    });

  function writeLink(node: Extract<ManualNode, { is: "link" }>, key: number): ReactNode {
    const { page, anchor, href, of } = node;
    if (page === null) {
      return (
        <a key={key} className={textCss.link} href={href} target="_blank" rel="noreferrer">
          {write(of)}
        </a>
      );
    }
    return (
      <button key={key} type="button" className={textCss.link} onClick={() => go(page, anchor)}>
        {write(of)}
      </button>
    );
  }

  return <div className={css.text}>{write(nodes)}</div>;
}
