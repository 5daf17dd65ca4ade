import { useCallback, useEffect, useState } from "react";
import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { whenClosed } from "../../document/projects/project-hold";

export interface KeptProjects {
  /** Null until they are known. */
  projects: KeptProject[] | null;
  /** The space for Sinew's data in this browser, in bytes. */
  room: { used: number; quota: number } | null;
  refresh(): void;
}

/**
 * The projects that the browser has saved, the latest first. Updated when the page becomes visible, and when another
 * tab closes a project.
 */
export function useKeptProjects(client: ProjectsClient): KeptProjects {
  const [projects, setProjects] = useState<KeptProject[] | null>(null);
  const [room, setRoom] = useState<KeptProjects["room"]>(null);
  const refresh = useCallback(() => {
    const look = async () => {
      if (!(await client.canStore())) return setProjects([]);
      setProjects(await client.list());
      setRoom(await client.room());
    };
    // A browser that cannot save projects has none to offer.
    look().catch(() => setProjects([]));
  }, [client]);
  useEffect(() => {
    refresh();
    const shown = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, [refresh]);
  useEffect(() => {
    const waiting = new AbortController();
    for (const { id, isOpen } of projects ?? []) if (isOpen) whenClosed(id, waiting.signal, refresh);
    return () => waiting.abort();
  }, [projects, refresh]);
  return { projects, room, refresh };
}
