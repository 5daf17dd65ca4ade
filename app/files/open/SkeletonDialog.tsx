import { useState } from "react";
import type { DroppedFile } from "../../../workers/client";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import { useService } from "../../actions/studio";
import { closeDialog } from "../../document/session/dialogs";
import { useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import layoutCss from "../../ui/layout/layout.module.css";
import { Modal } from "../../ui/overlays/Modal";
import { OPENING } from "./opening";
import { SkeletonChoice } from "./SkeletonChoice";

/** Asks which of several skeletons to put into the open mesh. */
export function SkeletonDialog({ skeletons, files }: { skeletons: SkeletonSource[]; files: DroppedFile[] }) {
  const stores = useStores();
  const opening = useService(OPENING);
  const [index, setIndex] = useState(0);
  const close = () => closeDialog(stores);
  const foot = (
    <>
      <span className={layoutCss.grow} />
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      <Button
        data-primary
        look="primary"
        size="large"
        onClick={() => opening.takeSkeleton(skeletons[index], files)}
      >
        Use this skeleton
      </Button>
    </>
  );
  return (
    <Modal title="Choose a skeleton" width={428} onClose={close} foot={foot}>
      <div style={{ padding: "0 20px 20px", overflow: "auto" }}>
        <SkeletonChoice skeletons={skeletons} value={index} onChange={setIndex} />
      </div>
    </Modal>
  );
}
