/** The API that the page offers to scripts as `window.sinew`. */

import type { Studio } from "./actions/studio";
import type { DocumentState } from "./document/document";
import type { Stores } from "./document/stores";
import type { ViewState } from "./document/view-state";

/** A read-only store. It returns the studio's own objects, so callers must not write to them. */
interface Readable<State> {
  getState(): Readonly<State>;
  /** @returns a function that stops it. */
  subscribe(listen: () => void): () => void;
}

/** Reads the document and the view, and runs actions as the palette does. It has no other way to change anything. */
export interface ScriptApi {
  readonly document: Readable<DocumentState>;
  readonly view: Readable<ViewState>;
  /** Runs an action by its id. @returns why it cannot run, or null. */
  perform(actionId: string): string | null;
}

/** The extended API in builds for tests and measurements: the stores themselves, the engine and the viewport. */
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
    /** As tests have it; a released page has a `ScriptApi`. */
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

/** Puts the API on the page as a constant. */
export function offerScriptApi(studio: Studio): void {
  const isForTests = import.meta.env.DEV || import.meta.env.MODE === "testing";
  const value = Object.freeze(isForTests ? testingApi(studio) : scriptApi(studio));
  Object.defineProperty(window, "sinew", { value, enumerable: true });
}
