import {
  type PlacedSkeleton,
  placeSkeleton,
  skeletonClipsOf,
} from "../../../../workers/geometry/place-skeleton";
import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import { plural } from "../../../common/format";
import type { History } from "../../../document/history/history";
import { toast } from "../../../document/session/toasts";
import { replaceSkeleton } from "../../../document/skeleton/skeleton-commands";
import type { Stores } from "../../../document/stores";

/** Reports a skeleton that was read, with a warning if it was not inside the mesh. */
export function saySkeleton(
  stores: Stores,
  source: SkeletonSource,
  { skeleton, note }: PlacedSkeleton,
): void {
  const bones = plural(skeleton.segments.filter(({ kind }) => kind !== "virtual").length, "bone");
  const body = [note, ...source.notes].filter(Boolean).join(" ");
  toast(stores, `${source.name}: ${bones}`, body, note ? { kind: "warning" } : {});
}

/** Puts a skeleton into the open mesh, as one step. */
export function putSkeleton(stores: Stores, history: History, source: SkeletonSource): void {
  const { sequence } = stores.document.getState();
  if (!sequence) return;
  const placed = placeSkeleton(source, sequence);
  history.run(
    replaceSkeleton(stores, `Skeleton ${source.file}`, "bone", placed.skeleton, skeletonClipsOf(placed)),
  );
  saySkeleton(stores, source, placed);
}
