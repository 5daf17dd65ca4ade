import { Fragment } from "react";
import { ACTIONS } from "../actions/action-table";
import { useService } from "../actions/studio";
import { chordText, onMac } from "../common/key-chords";
import { closeDialog } from "../document/session/dialogs";
import { useDialog, useStores } from "../document/use-stores";
import { BakeDialog } from "../files/export/bake/BakeDialog";
import { ExportDialog } from "../files/export/ExportDialog";
import { CageDialog } from "../files/open/cages/CageDialog";
import { ErrorDialog } from "../files/open/ErrorDialog";
import { OpenDialog } from "../files/open/OpenDialog";
import { SkeletonDialog } from "../files/open/SkeletonDialog";
import { TransferDialog } from "../files/open/transfer/TransferDialog";
import { VersionsDialog } from "../files/projects/VersionsDialog";
import { Modal } from "../ui/overlays/Modal";
import textCss from "../ui/text/text.module.css";
import css from "./Dialogs.module.css";
import { useFaces } from "./faces";

/** All keys of the action table, with the place where each works and its effect. */
function KeysDialog() {
  const stores = useStores();
  const mac = onMac();
  const actions = useService(ACTIONS);
  const groups = actions.withKeys(useFaces());
  return (
    <Modal title="Keys" width={600} onClose={() => closeDialog(stores)}>
      <div className={css.keys} tabIndex={0}>
        {groups.map(({ title, actions: listed }) => (
          <Fragment key={title}>
            <h3>{title}</h3>
            {listed.map((action) => (
              <Fragment key={action.id}>
                <span className={textCss.secondary}>{action.label}</span>
                <span>
                  {action.keys!.map((key) => (
                    <kbd key={key} style={{ marginRight: 4 }}>
                      {chordText(key, mac)}
                    </kbd>
                  ))}
                </span>
              </Fragment>
            ))}
            {listed.length % 2 === 1 && (
              <>
                <span />
                <span />
              </>
            )}
          </Fragment>
        ))}
      </div>
    </Modal>
  );
}

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
