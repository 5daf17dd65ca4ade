import { useState } from "react";
import type { DroppedFile } from "../../../../workers/client";
import type { SkeletonSource } from "../../../../workers/model/files/skeleton-source";
import { useService } from "../../../actions/studio";
import { OPENING } from "../opening";
import { QuestionDialog } from "../QuestionDialog";
import questionCss from "../QuestionDialog.module.css";
import { SkeletonChoice } from "./SkeletonChoice";

/** Asks which of several skeletons to put into the open mesh. */
export function SkeletonDialog({ skeletons, files }: { skeletons: SkeletonSource[]; files: DroppedFile[] }) {
  const opening = useService(OPENING);
  const [index, setIndex] = useState(0);
  const take = () => opening.takeSkeleton(skeletons[index], files);
  return (
    <QuestionDialog
      title="Choose a skeleton"
      width={428}
      answer={{ label: "Use this skeleton", onClick: take }}
    >
      <div className={questionCss.body}>
        <SkeletonChoice skeletons={skeletons} value={index} onChange={setIndex} />
      </div>
    </QuestionDialog>
  );
}
