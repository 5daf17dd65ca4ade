import { Menu } from "@base-ui/react/menu";
import { DEFORMER_KINDS, type DeformerKind } from "../../../../workers/model/deform";
import { layersOf } from "../../../../workers/model/rig/two-layer";
import type { IconName } from "../../../common/icon-names";
import { DEFORMERS } from "../../../document/deform/deform-text";
import { changePane, paint } from "../../../document/deform/panes";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import type { Pane, PaneShading } from "../../../document/view-state";
import { useHasLooks } from "../../../panels/viewport/use-has-looks";
import { Icon } from "../../../ui/icons/Icon";
import menuCss from "../../../ui/menus/Menu.module.css";
import { MenuChoice, MenuPopup } from "../../../ui/menus/MenuPopup";
import { MenuTrigger } from "../../../ui/menus/MenuTrigger";
import textCss from "../../../ui/text/text.module.css";
import css from "./PaneMenus.module.css";

const SHADINGS: { value: PaneShading; label: string; icon: IconName; help: string }[] = [
  { value: "clay", label: "Clay", icon: "ball", help: "The lit surface" },
  {
    value: "textures",
    label: "Textures",
    icon: "image",
    help: "The mesh’s own materials and vertex colours",
  },
  { value: "strain", label: "Strain", icon: "heat", help: "How much edges stretch" },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone’s colour, by weight" },
  { value: "weights", label: "Weights", icon: "ramp", help: "Weight of the selected bone" },
  { value: "strength", label: "Strength map", icon: "strength", help: "The painted map" },
];

/** The references that deformers are usually compared with. */
const REFERENCES: Pane["reference"][] = ["source", "lbs", "dqs", "cor", "dm"];

const referenceName = (reference: Pane["reference"]) =>
  reference === "source" ? "Source" : DEFORMERS[reference].name;

export function DeformerMenu({ index, pane }: { index: number; pane: Pane }) {
  const stores = useStores();
  const hasLayers = useDocument(({ rig }) => rig !== null && layersOf(rig) !== null);
  const { name, short } = DEFORMERS[pane.deformer];
  return (
    <Menu.Root>
      <MenuTrigger
        className={`${css.trigger} ${textCss.strong}`}
        aria-label={`Deformer of view ${index + 1}: ${name}`}
      >
        <span className={`${textCss.ellipsis} ${css.name} ${css.brief}`} data-short={short}>
          <span>{name}</span>
        </span>
        <Icon name="down" small />
      </MenuTrigger>
      <MenuPopup sideOffset={6} align="start">
        <Menu.RadioGroup
          value={pane.deformer}
          onValueChange={(deformer: DeformerKind) => changePane(stores, index, { deformer })}
        >
          {DEFORMER_KINDS.filter((kind) => kind !== "two-layer" || hasLayers).map((kind) => (
            <MenuChoice key={kind} value={kind} label={DEFORMERS[kind].name} help={DEFORMERS[kind].about} />
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}

/** The shading and, for differences, the reference, as one choice. */
const choiceOf = ({ shading, reference }: Pane) =>
  shading === "difference" ? `difference:${reference}` : shading;

function choose(stores: Stores, index: number, choice: string): void {
  const [shading, reference] = choice.split(":") as [PaneShading, Pane["reference"] | undefined];
  const { paintMap } = stores.view.getState();
  changePane(stores, index, reference ? { shading, reference } : { shading });
  // A strength map is only shown while it is painted.
  const shown = stores.view.getState().panes.some((pane) => pane.shading === "strength");
  if (shown && !paintMap) paint(stores, "alpha");
  else if (!shown && paintMap) paint(stores, null);
}

export function PaneShadingMenu({ index, pane }: { index: number; pane: Pane }) {
  const stores = useStores();
  const others = useView((view) => view.panes);
  const looks = useHasLooks();
  const found = SHADINGS.find(({ value }) => value === pane.shading);
  const label = found?.label ?? `Against ${referenceName(pane.reference).toLowerCase()}`;
  const references = [...new Set([...REFERENCES, ...others.map(({ deformer }) => deformer)])].filter(
    (reference) => reference !== pane.deformer,
  );
  return (
    <Menu.Root>
      <MenuTrigger
        className={`${css.trigger} ${textCss.secondary} ${css.quiet} ${css.shade}`}
        aria-label={`Shading of view ${index + 1}: ${label}`}
      >
        <Icon name={found?.icon ?? "overlay"} />
        <span className={`${textCss.ellipsis} ${css.name}`}>{label}</span>
        <Icon name="down" small />
      </MenuTrigger>
      <MenuPopup sideOffset={6} align="start">
        <Menu.RadioGroup value={choiceOf(pane)} onValueChange={(next: string) => choose(stores, index, next)}>
          {SHADINGS.filter(({ value }) => value !== "textures" || looks).map(
            ({ value, label: name, help }) => (
              <MenuChoice key={value} value={value} label={name} help={help} />
            ),
          )}
          <Menu.Separator className={menuCss.separator} />
          <Menu.Group>
            <Menu.GroupLabel className={css.label}>Difference against</Menu.GroupLabel>
            {references.map((reference) => (
              <MenuChoice
                key={reference}
                value={`difference:${reference}`}
                label={referenceName(reference)}
              />
            ))}
          </Menu.Group>
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}
