import type { CameraBookmark, CameraPose } from "../../../workers/model/scene/scene-settings";
import type { IconName } from "../../common/icon-names";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";

const sceneOf = (stores: Stores) => stores.document.getState().scene;

const put = (stores: Stores, label: string, icon: IconName, bookmarks: readonly CameraBookmark[]): Command =>
  patch(stores, label, icon, { scene: { ...sceneOf(stores), bookmarks } });

/** A name that no bookmark has: "View 3". */
function freeName(bookmarks: readonly CameraBookmark[]): string {
  const taken = new Set(bookmarks.map(({ name }) => name));
  for (let n = bookmarks.length + 1; ; n++) if (!taken.has(`View ${n}`)) return `View ${n}`;
}

/** Saves a view under a new name. */
export function saveBookmark(stores: Stores, pose: CameraPose): Command {
  const { bookmarks } = sceneOf(stores);
  const name = freeName(bookmarks);
  return put(stores, `Save ${name}`, "bookmark", [...bookmarks, { name, pose }]);
}

/** Renames a view by its place in the list. */
export function renameBookmark(stores: Stores, at: number, name: string): Command {
  const { bookmarks } = sceneOf(stores);
  const label = `Rename view ${bookmarks[at].name} → ${name}`;
  return put(
    stores,
    label,
    "rename",
    bookmarks.map((each, n) => (n === at ? { ...each, name } : each)),
  );
}

/** Deletes a view by its place in the list. */
export function deleteBookmark(stores: Stores, at: number): Command {
  const { bookmarks } = sceneOf(stores);
  const rest = bookmarks.filter((_, n) => n !== at);
  return put(stores, `Delete view ${bookmarks[at].name}`, "trash", rest);
}
