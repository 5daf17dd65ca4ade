import { closeDialog } from "../document/session/dialogs";
import { useDialog, useStores } from "../document/use-stores";
import { BakeDialog } from "../files/export/bake/BakeDialog";
import { ExportDialog } from "../files/export/ExportDialog";
import { CageDialog } from "../files/open/cages/CageDialog";
import { OpenDialog } from "../files/open/dialog/OpenDialog";
import { ErrorDialog } from "../files/open/ErrorDialog";
import { SkeletonDialog } from "../files/open/skeletons/SkeletonDialog";
import { TransferDialog } from "../files/open/transfer/TransferDialog";
import { VersionsDialog } from "../files/projects/VersionsDialog";
import { Modal } from "../ui/overlays/Modal";
import textCss from "../ui/text/text.module.css";
import css from "./Dialogs.module.css";
import { KeysDialog } from "./keys/KeysDialog";

function AboutDialog() {
  const stores = useStores();
  return (
    <Modal title="About Sinew" width={428} onClose={() => closeDialog(stores)}>
      <div className={css.about}>
        <p>
          Sinew turns mesh animations into skinned rigs: bones, weights and motion that reproduce them, in a
          GLB that any engine plays.
        </p>
        <p>Everything runs on this machine. Nothing is uploaded.</p>
        <p className={textCss.tertiary}>
          SSDR: Le and Deng, Smooth Skinning Decomposition with Rigid Bones, 2012, and Robust and Accurate
          Skeletal Rigging from Mesh Sequences, 2014. MIT licence.
        </p>
      </div>
    </Modal>
  );
}

/** The one open dialog. */
export function Dialogs() {
  const dialog = useDialog((state) => state.dialog);
  switch (dialog?.kind) {
    case "open":
      return <OpenDialog {...dialog} />;
    case "skeletons":
      return <SkeletonDialog skeletons={dialog.skeletons} files={dialog.files} />;
    case "transfer":
      return <TransferDialog beside={dialog.beside} instead={dialog.instead} />;
    case "cage":
      return <CageDialog read={dialog.read} asMesh={dialog.asMesh} />;
    case "error":
      return <ErrorDialog complaint={dialog.complaint} details={dialog.details} fix={dialog.fix} />;
    case "export":
      return <ExportDialog />;
    case "bake":
      return <BakeDialog />;
    case "versions":
      return <VersionsDialog of={dialog.project} />;
    case "keys":
      return <KeysDialog />;
    case "about":
      return <AboutDialog />;
    default:
      return null;
  }
}
