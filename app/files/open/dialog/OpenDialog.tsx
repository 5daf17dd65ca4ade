import { useState } from "react";
import type { DroppedFile } from "../../../../workers/client";
import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../../workers/model/files/source-info";
import { useService } from "../../../actions/studio";
import { closeDialog } from "../../../document/session/dialogs";
import { useStores } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { Dropdown } from "../../../ui/choices/Dropdown";
import layoutCss from "../../../ui/layout/layout.module.css";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import { Modal } from "../../../ui/overlays/Modal";
import textCss from "../../../ui/text/text.module.css";
import { OPENING } from "../opening";
import { SkeletonChoice } from "../skeletons/SkeletonChoice";
import { AnimationSection, KeptRigSection, SpaceSection } from "./ChoiceFields";
import { FramesField, placesFor } from "./FramesPlace";
import { asOffered, type Chosen, isStill, sizeOfChoice, toOpenChoice } from "./open-choice";
import { SourceSummary } from "./SourceSummary";

interface OpenDialogProps {
  sources: SourceInfo[];
  skeletons: SkeletonSource[];
  /** Whether frames should stay in their files. */
  stays: boolean;
  /** The files, if the open animation can be fitted to their skeleton instead. */
  toFit: DroppedFile[] | null;
}

/** Asks what to open from files that offer a choice. */
export function OpenDialog({ sources, skeletons, stays, toFit }: OpenDialogProps) {
  const stores = useStores();
  const opening = useService(OPENING);
  const [index, setIndex] = useState(0);
  const info = sources[index];
  const [chosen, setChosen] = useState(() => asOffered(info, stays));
  const [skeleton, setSkeleton] = useState(0);
  const still = isStill(info);
  const choice = { info, chosen, change: (next: Partial<Chosen>) => setChosen({ ...chosen, ...next }) };
  const size = sizeOfChoice(info, chosen);
  const places = placesFor(info, chosen.keepRig, size.bytes, chosen.place);
  const { place } = places;

  const takeSource = (next: number) => {
    setIndex(next);
    setChosen(asOffered(sources[next], stays));
  };
  const open = () =>
    void opening.readSource({
      index,
      info,
      choice: toOpenChoice(info, chosen),
      skeleton: still ? skeletons[skeleton] : null,
      stays: place === "files",
    });
  const close = () => closeDialog(stores);
  const foot = <OpenFoot ready={chosen.clips.includes(true)} toFit={toFit} onOpen={open} onClose={close} />;
  return (
    <Modal title={`Open ${info.name}`} width={640} onClose={close} foot={foot}>
      <div className={dialogCss.columns}>
        <div className={dialogCss.left}>
          {sources.length > 1 && (
            <DialogSection title="Found">
              <Dropdown
                label="Found"
                value={index}
                options={sources.map((source, n) => ({ value: n, label: source.name, note: source.format }))}
                onChange={takeSource}
              />
            </DialogSection>
          )}
          {still && skeletons.length > 0 && (
            <DialogSection title="Bind to">
              <SkeletonChoice skeletons={skeletons} value={skeleton} optional onChange={setSkeleton} />
            </DialogSection>
          )}
          {!still && <AnimationSection {...choice} />}
          {!still && <FramesField {...places} onChange={(next) => choice.change({ place: next })} />}
          {info.skins && <KeptRigSection {...choice} />}
          <SpaceSection {...choice} />
        </div>
        <SourceSummary info={info} {...size} place={place} />
      </div>
    </Modal>
  );
}

interface OpenFootProps {
  /** Whether anything is chosen. */
  ready: boolean;
  toFit: DroppedFile[] | null;
  onOpen(): void;
  onClose(): void;
}

/** The buttons. In Skeleton, fitting the open animation to the file's skeleton is the first choice. */
function OpenFoot({ ready, toFit, onOpen, onClose }: OpenFootProps) {
  const stores = useStores();
  const opening = useService(OPENING);
  const prefersFit = toFit !== null && stores.view.getState().workspace === "skeleton";
  const fit = toFit && (
    <Button
      data-primary={prefersFit || undefined}
      look={prefersFit ? "primary" : undefined}
      size="large"
      title="Keeps the open animation and fits it to the skeleton of this file."
      onClick={() => void opening.openSkeleton(toFit)}
    >
      Fit to its skeleton
    </Button>
  );
  return (
    <>
      {!ready && <span className={textCss.secondary}>Choose at least one clip.</span>}
      <span className={layoutCss.grow} />
      <Button size="large" onClick={onClose}>
        Cancel
      </Button>
      {!prefersFit && fit}
      <Button
        data-primary={!prefersFit || undefined}
        size="large"
        title={toFit ? "Replaces the open animation." : undefined}
        look={ready && !prefersFit ? "primary" : undefined}
        aria-disabled={!ready || undefined}
        onClick={() => ready && onOpen()}
      >
        {toFit ? "Open instead" : "Open"}
      </Button>
      {prefersFit && fit}
    </>
  );
}
