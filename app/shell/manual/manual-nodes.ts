/** The elements that a page of the manual may have. The build refuses any other. */
export const MANUAL_ELEMENTS = [
  ...(["p", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "hr"] as const),
  ...(["table", "thead", "tbody", "tr", "th", "td"] as const),
  ...(["strong", "em", "code", "sub", "sup", "br", "kbd"] as const),
];

/** A piece of a page: text, an element with its content, a link, or a picture. */
export type ManualNode =
  | string
  | { is: (typeof MANUAL_ELEMENTS)[number]; id?: string; of: ManualNode[] }
  /** `page` is a page of the manual; null for an address outside. */
  | { is: "link"; page: string | null; anchor: string; href: string; of: ManualNode[] }
  /** `image` is a key of the table of pictures. */
  | { is: "image"; image: string; alt: string };

/** A page of the manual. */
export interface ManualPage {
  /** Its path in docs/, without the ending: "guide/painting-weights". */
  id: string;
  title: string;
  /** The chapter that lists it. */
  chapter: string;
  nodes: ManualNode[];
}

export interface Manual {
  pages: ManualPage[];
  /** The addresses of the pictures. */
  images: Record<string, string>;
}
