import type { Stores } from "../../document/stores";
import type { ViewState } from "../../document/view-state";
import type { HoverPoint } from "../camera/grab";
import type { Stage } from "../stage";
import type { PointerWord } from "./pointer-word";
import type { CanvasPoint, ToolHover, ViewportTool } from "./tool";

const NOTHING = { vertex: null, bone: null, late: false };

/** Changes of these view fields may change the part under a resting pointer. */
const SEEN = [
  ...(["frame", "playing", "paintMap", "intentMap", "mapBrushes", "paint"] as const),
  ...(["segment", "firstJoint", "snapJoints"] as const),
];

/** The parts that show the hover. */
export interface HoverParts {
  stage: Stage;
  element: HTMLElement;
  word: PointerWord;
  /** In the order in which they are asked. */
  tools: readonly ViewportTool[];
  redraw(): void;
}

/** Shows what is under the resting or moving pointer, at most once per frame. */
export class Hover {
  /** Whether a tool holds the pointer: then nothing is shown under it. */
  isGrabbed = false;
  readonly #stores: Stores;
  readonly #parts: HoverParts;
  readonly #stops: (() => void)[];
  #request = 0;
  #timer: ReturnType<typeof setTimeout> | 0 = 0;
  #at: HoverPoint | null = null;

  constructor(stores: Stores, parts: HoverParts) {
    this.#stores = stores;
    this.#parts = parts;
    this.#stops = this.#followChanges();
  }

  /** The pointer is at another place; null when it has left. */
  move(at: HoverPoint | null): void {
    this.#at = at;
    this.#later();
  }

  /** Looks now if the pointer has moved: keys act on what is under it, even if it moved in this very frame. */
  now(): void {
    if (!this.#request && !this.#timer) return;
    this.#cancel();
    this.#tell();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#cancel();
    this.#stores.view.setState({ hovered: null });
  }

  /** A change of the pose, the mesh or the view puts another vertex under a resting pointer. */
  #followChanges(): (() => void)[] {
    const { view, document } = this.#stores;
    return [
      view.subscribe((state, before) => {
        if (state.workspace !== before.workspace || state.layout !== before.layout) this.#forget();
        else if (this.#at && SEEN.some((key) => state[key] !== before[key])) this.#later();
      }),
      document.subscribe((state, before) => {
        if (state.sequence === before.sequence) return;
        view.setState({ hovered: null, segment: null, firstJoint: null });
        this.#forget();
      }),
    ];
  }

  /** Clears the hover, because the part under the pointer no longer exists. */
  #forget(): void {
    showHand(this.#stores, null);
    this.#parts.word.say(null, { x: 0, y: 0 });
    if (this.#at) this.#later();
  }

  /** Waits until after the frame, because refitting the picking tree to a new pose takes as long as drawing. */
  #later(): void {
    this.#request ||= requestAnimationFrame(() => {
      this.#timer = setTimeout(() => this.#tell());
    });
  }

  #cancel(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = this.#request = 0;
    if (this.isGrabbed) return;
    const { tools, element } = this.#parts;
    const hovered = hoverTools(tools, this.#at);
    showHand(this.#stores, hovered?.hand ?? null);
    if (hovered?.sees === "own") {
      element.style.cursor = hovered.cursor;
      tellVertex(this.#stores, null, this.#at);
    } else if (lookUnder(this.#stores, this.#parts, this.#at, hovered)) this.#later();
  }
}

/** Returns the hover of the first tool that claims the place. Tells the other tools that the pointer has left. */
function hoverTools(tools: readonly ViewportTool[], at: HoverPoint | null): ToolHover | null {
  let taken: ToolHover | null = null;
  for (const tool of tools) taken = tool.hover(taken ? null : at) ?? taken;
  return taken;
}

/** Shows the part under the pointer, as far as the tool allows. @returns whether to look again later. */
function lookUnder(
  stores: Stores,
  { stage, element, word, redraw }: HoverParts,
  at: CanvasPoint | null,
  tool: ToolHover | null,
): boolean {
  const looks = at && !stores.view.getState().playing && tool?.sees !== "nothing";
  const hit = looks ? stage.picking.hit(at.x, at.y, "soon") : NOTHING;
  if (stage.overlays.hoverBone(hit.bone)) redraw();
  word.say(at && hit.bone !== null ? stage.bones.nameOf(hit.bone) : null, at ?? { x: 0, y: 0 });
  const something = hit.bone !== null || hit.vertex !== null;
  element.style.cursor = tool?.cursor ?? (something ? "pointer" : "default");
  tellVertex(stores, tool?.sees === "bone" ? null : hit.vertex, at);
  return hit.late;
}

/** Says which vertex is under the pointer. */
export function tellVertex(stores: Stores, vertex: number | null, at: CanvasPoint | null): void {
  const { hovered } = stores.view.getState();
  if (vertex === null || !at) {
    if (hovered) stores.view.setState({ hovered: null });
  } else if (hovered?.vertex !== vertex || hovered.x !== at.x || hovered.y !== at.y) {
    stores.view.setState({ hovered: { vertex, x: at.x, y: at.y } });
  }
}

/** Notes what the pointer is over or drags, for the hints of modifier keys. */
export function showHand({ view }: Stores, hand: ViewState["hand"]): void {
  if (view.getState().hand !== hand) view.setState({ hand });
}
