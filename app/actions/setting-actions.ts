import { toast } from "../document/session/toasts";
import type { Stores } from "../document/stores";
import type { Action } from "./action";
import { noSequence } from "./guards/guards";

/** A setting in the panels of a workspace that the palette can find. */
export interface SettingName {
  /** The name of its field for screen readers: "Smoothness". */
  label: string;
  /** More words that find it in the palette. */
  words?: string;
}

const FIELDS = [
  "[role=spinbutton]",
  "[role=slider]",
  "[role=combobox]",
  "[role=radiogroup]",
  "[role=checkbox]",
  "[role=textbox]",
  "input",
  "button",
].join(", ");
const PANELS = "[aria-label=Inspector], [data-ui=panel], #root";
/** The longest time to wait for the panel of a workspace, in milliseconds. */
const LONGEST_MS = 3000;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The accessible name of a field. */
const nameOf = (field: Element): string =>
  field.getAttribute("aria-label") ?? field.closest("label")?.textContent ?? "";

function fieldNamed(label: string): HTMLElement | null {
  for (const panel of document.querySelectorAll(PANELS)) {
    for (const field of panel.querySelectorAll<HTMLElement>(FIELDS))
      if (nameOf(field).trim() === label && !field.closest("[role=menu]")) return field;
  }
  return null;
}

/** The headings of folded sections. */
const foldedSections = () => [
  ...document.querySelectorAll<HTMLButtonElement>("#root section h3 > button[aria-expanded=false]"),
];

/** Opens folded sections, one after the other, until the field appears. The other sections fold again. */
async function unfold(label: string): Promise<HTMLElement | null> {
  for (const heading of foldedSections()) {
    heading.click();
    await nextFrame();
    await nextFrame();
    const found = fieldNamed(label);
    if (found) return found;
    heading.click();
  }
  return null;
}

/** Scrolls to a field of the current workspace and focuses it. Shows a message if it is not there. */
export async function reveal(stores: Stores, label: string): Promise<void> {
  const { panels } = stores.panels.getState();
  if (!panels.inspector) stores.panels.setState({ panels: { ...panels, inspector: true } });
  const end = performance.now() + LONGEST_MS;
  let field: HTMLElement | null = null;
  do {
    await nextFrame();
    field = fieldNamed(label) ?? (await unfold(label));
  } while (!field && foldedSections().length === 0 && performance.now() < end);
  if (!field) {
    toast(stores, label, "The current method or selection has no such setting.", { kind: "warning" });
    return;
  }
  field.scrollIntoView({ block: "center" });
  const target = field.querySelector<HTMLElement>("[role=radio][aria-checked=true]") ?? field;
  target.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
}

/** Whether an action goes to a setting. */
export const isSetting = ({ id }: Pick<Action, "id">): boolean => id.startsWith("setting.");

/** Actions that go to the settings of a workspace. */
export const settingActions = (workspace: string, settings: readonly SettingName[]): Action[] =>
  settings.map(({ label, words }) => ({
    id: `setting.${workspace}-${label.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`,
    label,
    words: `setting ${words ?? ""}`.trim(),
    help: "Goes to this setting.",
    icon: "sliders",
    refusal: noSequence,
    perform: (studio) => reveal(studio, label),
  }));
