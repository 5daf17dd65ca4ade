import { useState } from "react";
import type { SkeletonSource } from "../../workers/model/skeleton-source";
import { useShell } from "../shell/shell-state";
import { useStudio } from "../shell/studio";
import { Modal } from "../ui/Modal";
import { SkeletonChoice } from "./SkeletonChoice";

/** Asks which of several skeletons goes into the mesh that is open. */
export function SkeletonDialog({ skeletons }: { skeletons: SkeletonSource[] }) {
  const { opening } = useStudio();
  const [index, setIndex] = useState(0);
  const close = () => useShell.setState({ dialog: null });
  const foot = (
    <>
      <span className="grow" />
      <button type="button" className="btn big" onClick={close}>
        Cancel
      </button>
      <button
        type="button"
        data-primary
        className="btn primary big"
        onClick={() => opening.takeSkeleton(skeletons[index])}
      >
        Use this skeleton
      </button>
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
