import { useCallback, useEffect, useState } from "react";
import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { whenClosed } from "../../document/projects/project-hold";
import { useStore } from "../../document/use-stores";
import { SHELF } from "./shelf";

export interface KeptProjects {
  /** Null until they are known. */
  projects: KeptProject[] | null;
  /** The projects in the bin, the latest first. */
  bin: KeptProject[];
  /** The space for Sinew's data in this browser, in bytes. */
  room: { used: number; quota: number } | null;
  /** Whether this browser cannot save projects. */
  refused: boolean;
}

/**
 * The projects that the browser has saved, the latest first. Updated when the artist arranges them, when the page
 * becomes visible, and when another tab closes a project.
 */
export function useKeptProjects(client: ProjectsClient): KeptProjects {
  const [all, setProjects] = useState<KeptProject[] | null>(null);
  const [refused, setRefused] = useState(false);
  const changes = useStore(SHELF, (shelf) => shelf.changes);
  const [room, setRoom] = useState<KeptProjects["room"]>(null);
  const refresh = useCallback(() => {
    const look = async () => {
      if (!(await client.canStore())) {
        setRefused(true);
        return setProjects([]);
      }
      setProjects(await client.list());
      setRoom(await client.room());
    };
    // A browser that cannot save projects has none to offer.
    look().catch(() => setProjects([]));
  }, [client]);
  useEffect(() => {
    // Removes projects that have been in the bin for too long.
    const empty = async () => {
      if (!(await client.canStore())) return;
      await client.emptyBin();
      refresh();
    };
    empty().catch(() => {});
  }, [client, refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the artist changes the list
  useEffect(() => {
    refresh();
    const shown = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", shown);
    return () => document.removeEventListener("visibilitychange", shown);
  }, [refresh, changes]);
  useEffect(() => {
    const waiting = new AbortController();
    for (const { id, isOpen } of all ?? []) if (isOpen) void whenClosed(id, waiting.signal, refresh);
    return () => waiting.abort();
  }, [all, refresh]);
  const projects = all?.filter(({ deleted }) => deleted === null) ?? null;
  return { projects, bin: all?.filter(({ deleted }) => deleted !== null) ?? [], room, refused };
}
