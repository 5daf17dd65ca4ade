import { createContext, useContext } from "react";
import type { ProjectsClient, SolverClient } from "../../workers/client";
import type { History } from "../document/history/history";
import type { Keeping } from "../document/projects/keeping";
import type { Stores } from "../document/stores";
import type { Tool } from "../viewport/pointer/tool";
import type { ViewportEdits } from "../viewport/viewport-edits";
import type { ViewportHandle } from "../viewport/viewport-handle";
import type { ServiceKey, Services } from "./service";

/** The studio: its stores and what works on them. main.tsx makes one, and components get it from a context. */
export interface Studio extends Stores {
  client: SolverClient;
  history: History;
  projects: ProjectsClient;
  keeping: Keeping;
  edits: ViewportEdits;
  /** The tools of the viewport, in the order in which they are asked. */
  tools: readonly Tool[];
  /** Calls `listen` whenever something changes that actions depend on. @returns a function that stops this. */
  follow(listen: () => void): () => void;
  /** Set while a viewport is mounted. */
  viewport: { current: ViewportHandle | null };
  /** Finds a service of a workspace or of the file handling by its key. */
  get: Services["get"];
  /** Runs an action by its id, if it can run now. @returns the reason if it cannot, or null. */
  perform(actionId: string): string | null;
}

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error("There is no studio around this component.");
  return studio;
}

/** A service of the studio that contains this component. */
export const useService = <Service>(key: ServiceKey<Service>): Service => useStudio().get(key);
