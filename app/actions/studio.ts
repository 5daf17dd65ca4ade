import { createContext, useContext } from "react";
import type { ProjectsClient, SolverClient } from "../../workers/client";
import type { History } from "../document/history";
import type { Keeping } from "../document/projects/keeping";
import type { Stores } from "../document/stores";
import type { Tool } from "../viewport/tool";
import type { ViewportEdits } from "../viewport/viewport-edits";
import type { ViewportHandle } from "../viewport/viewport-handle";
import type { ServiceKey, Services } from "./service";

/** What the studio is made of: its stores and what works on them. main.tsx makes one; components get it by context. */
export interface Studio extends Stores {
  client: SolverClient;
  history: History;
  projects: ProjectsClient;
  keeping: Keeping;
  edits: ViewportEdits;
  /** Of the viewport, in the order in which they are asked. */
  tools: readonly Tool[];
  /** Calls `listen` whenever something changes that actions look at. @returns what ends it. */
  follow(listen: () => void): () => void;
  /** Filled while a viewport is mounted. */
  viewport: { current: ViewportHandle | null };
  /** What a workspace or the files room runs, by its key. */
  get: Services["get"];
  /** Performs an action by its id, if it can be done now. @returns why not, or null. */
  perform(actionId: string): string | null;
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("There is no studio around this component.");
  return studio;
}

/** A service of the studio around this component. */
export const useService = <Service>(key: ServiceKey<Service>): Service => useStudio().get(key);
