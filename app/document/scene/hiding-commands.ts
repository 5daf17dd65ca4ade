import { markedVertices } from "../../../workers/geometry/selecting/vertex-lists";
import type { SceneSettings } from "../../../workers/model/scene/scene-settings";
import type { IconName } from "../../common/icon-names";
import type { Command } from "../history/history";
import { patch } from "../patch";
import type { Stores } from "../stores";
import { shownFacesOf } from "./hidden-faces";

type Hidden = Pick<SceneSettings, "hiddenParts" | "hiddenVertices">;

/** Also deselects what becomes hidden: if nothing else were selected, no brush could change anything. */
function change(stores: Stores, label: string, icon: IconName, next: Partial<Hidden>): Command {
  const { sequence, scene: now, vertexSelection } = stores.document.getState();
  const scene = { ...now, ...next };
  const shown = sequence && shownFacesOf(sequence, scene)?.vertices;
  const vertices = vertexSelection.vertices.filter((i) => shown?.[i] !== 0);
  const isSame = vertices.length === vertexSelection.vertices.length;
  const selected = isSame ? {} : { vertexSelection: { ...vertexSelection, vertices } };
  return patch(stores, label, icon, { scene, ...selected });
}

/** Whether something is hidden. */
export const isSomethingHidden = (stores: Stores): boolean => {
  const { hiddenParts, hiddenVertices } = stores.document.getState().scene;
  return hiddenParts.length + hiddenVertices.length > 0;
};

/** Whether hiding `next` would leave nothing on screen. */
export function hidesEverything(stores: Stores, next: Hidden): boolean {
  const { sequence, scene } = stores.document.getState();
  const shown = sequence && shownFacesOf(sequence, { ...scene, ...next });
  return shown?.triangles.length === 0;
}

/** Hides or shows parts of the mesh. */
export function setPartsHidden(stores: Stores, parts: readonly number[], hidden: boolean): Command {
  const { sequence, scene } = stores.document.getState();
  const others = scene.hiddenParts.filter((part) => !parts.includes(part));
  const hiddenParts = (hidden ? [...others, ...parts] : others).sort((a, b) => a - b);
  const name = parts.length === 1 ? (sequence?.parts[parts[0]]?.name ?? "part") : `${parts.length} parts`;
  return change(stores, `${hidden ? "Hide" : "Show"} ${name}`, hidden ? "eyeoff" : "eye", { hiddenParts });
}

/** Shows only some parts of the mesh. */
export function showOnlyParts(stores: Stores, parts: readonly number[]): Command {
  const { sequence } = stores.document.getState();
  const all = sequence?.parts ?? [];
  const hiddenParts = all.map((_, part) => part).filter((part) => !parts.includes(part));
  const name = parts.length === 1 ? (all[parts[0]]?.name ?? "part") : `${parts.length} parts`;
  return change(stores, `Show only ${name}`, "filter", { hiddenParts, hiddenVertices: new Uint32Array() });
}

/** Hides more vertices, with the faces between them. */
export function hideVertices(stores: Stores, vertices: Uint32Array): Command {
  return change(stores, "Hide", "eyeoff", hiddenWith(stores, vertices));
}

/** What is hidden after more vertices are hidden. */
export function hiddenWith(stores: Stores, vertices: Uint32Array): Hidden {
  const { sequence, scene } = stores.document.getState();
  const hidden = new Uint8Array(sequence?.vertexCount ?? 0);
  for (const list of [scene.hiddenVertices, vertices]) for (const v of list) hidden[v] = 1;
  return { hiddenParts: scene.hiddenParts, hiddenVertices: markedVertices(hidden) };
}

/** Hides everything that is shown now, except some vertices. */
export function showOnlyVertices(stores: Stores, label: string, vertices: Uint32Array): Command {
  const { sequence, scene } = stores.document.getState();
  const hidden = new Uint8Array(sequence?.vertexCount ?? 0).fill(1);
  for (const v of vertices) hidden[v] = 0;
  for (const v of scene.hiddenVertices) hidden[v] = 1;
  return change(stores, label, "filter", { hiddenVertices: markedVertices(hidden) });
}

export function showEverything(stores: Stores): Command {
  return change(stores, "Show all", "eye", { hiddenParts: [], hiddenVertices: new Uint32Array() });
}
