import { Menu } from "@base-ui/react/menu";
import { DEFORM_DEFAULTS } from "../../../../workers/model/deform";
import { ActionIcon } from "../../../actions/ActionButton";
import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { setDeform } from "../../../document/deform/deform-commands";
import { nameParts } from "../../../document/deform/deform-text";
import { usesDirect } from "../../../document/deform/prepared";
import { useStores, useView } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import panelCss from "../../../ui/layout/Panel.module.css";
import { Section } from "../../../ui/layout/Section";
import sectionCss from "../../../ui/layout/Section.module.css";
import menuCss from "../../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../../ui/menus/MoreMenu";
import { BonePose } from "./BonePose";
import { OnionFields } from "./OnionFields";
import { BakeButton, Precomputed } from "./Precomputed";
import { SlideByJoint } from "./SlideByJoint";
import { BindField, PresetField, SmoothnessFields, SurfaceFields } from "./SmoothnessFields";
import { StrengthMaps } from "./StrengthMaps";

/** The deformer of the pane that was used last. */
const useFocusedKind = () =>
  useView(({ panes, focusedPane }) => panes[Math.min(focusedPane, panes.length - 1)].deformer);

function DeformMenu() {
  const stores = useStores();
  const { history } = useStudio();
  const prepare = useAction("deform.prepare");
  return (
    <MoreMenu label="Deformer">
      <Menu.Item
        className={menuCss.item}
        onClick={() => history.run(setDeform(stores, DEFORM_DEFAULTS, "Reset deformer settings"))}
      >
        <Icon name="restart" />
        Reset all settings
      </Menu.Item>
      <Menu.Item className={menuCss.item} disabled={prepare.refusal !== null} onClick={prepare.perform}>
        <Icon name="again" />
        Prepare again
      </Menu.Item>
    </MoreMenu>
  );
}

/** All settings of deformers. Also shown in the sheet of small screens. */
export function DeformSections() {
  return (
    <>
      <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Preset and bind">
        <div className={layoutCss.stack}>
          <PresetField />
          <BindField />
        </div>
      </section>
      <BonePose />
      <Section name="smoothness" title="Smoothness">
        <SmoothnessFields />
      </Section>
      <Section name="per-vertex" title="Per vertex">
        <StrengthMaps />
      </Section>
      <Section name="slide-by-joint" title="Slide by joint">
        <SlideByJoint />
      </Section>
      <Section name="surface" title="Surface" shut end="Laplacian, parts">
        <SurfaceFields />
      </Section>
      <OnionFields />
      <Section name="precomputed" title="Precomputed">
        <Precomputed />
      </Section>
      <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Bake">
        <BakeButton />
      </section>
    </>
  );
}

/** The inspector of the Deform workspace. It shows the pane that was used last. */
export function DeformInspector() {
  const kind = useFocusedKind();
  const [name, variant] = nameParts(kind);
  return (
    <>
      <PanelHead title={name} sub={usesDirect(kind) ? variant : "settings of Delta Mush"} panel="inspector">
        <ActionIcon action="deform.reset-pose" />
        <DeformMenu />
      </PanelHead>
      <div className={panelCss.body}>
        <DeformSections />
      </div>
    </>
  );
}
