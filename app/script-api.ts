/** What the page offers to scripts as `window.sinew`. */

import type { Studio } from "./actions/studio";
import type { DocumentState } from "./document/document";
import type { Stores } from "./document/stores";
import type { ViewState } from "./document/view-state";

/** A store to look at. What it gives is the studio's own: it is to be read, never written. */
interface Readable<State> {
  getState(): Readonly<State>;
  /** @returns what ends it. */
  subscribe(listen: () => void): () => void;
}

/** Reads what is open and how it is shown, and performs actions as the palette does. Nothing else changes anything. */
export interface ScriptApi {
  readonly document: Readable<DocumentState>;
  readonly view: Readable<ViewState>;
  /** Performs an action of the table by its id. @returns why it refuses, or null. */
  perform(actionId: string): string | null;
}

/** What tests and measurements have beyond it, in builds of their own: the stores themselves, the engine, the picture. */
interface TestingApi extends Omit<ScriptApi, "document" | "view"> {
  readonly document: Stores["document"];
  readonly view: Stores["view"];
  readonly binding: Stores["binding"];
  readonly prepared: Stores["prepared"];
  readonly compare: Stores["compare"];
  readonly client: Studio["client"];
  viewport(): Studio["viewport"]["current"];
}

declare global {
  interface Window {
    /** As tests have it; a page that ships has a `ScriptApi`. */
    sinew: TestingApi;
  }
}

function readable<State>({ getState, subscribe }: Readable<State>): Readable<State> {
  return Object.freeze({
    getState: () => getState(),
    subscribe: (listen: () => void) => subscribe(() => listen()),
  });
}

const scriptApi = ({ document, view, perform }: Studio): ScriptApi => ({
  document: readable(document),
  view: readable(view),
  perform: (actionId) => perform(actionId),
});

const testingApi = (studio: Studio): TestingApi => {
  const { document, view, binding, prepared, compare, perform, client, viewport } = studio;
  return { document, view, binding, prepared, compare, perform, client, viewport: () => viewport.current };
};

/** Puts the API on the page, for good. */
export function offerScriptApi(studio: Studio): void {
  const isForTests = import.meta.env.DEV || import.meta.env.MODE === "testing";
  const value = Object.freeze(isForTests ? testingApi(studio) : scriptApi(studio));
  Object.defineProperty(window, "sinew", { value, enumerable: true });
}
