import { useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useStudio } from "../../actions/studio";
import { Button } from "../../ui/buttons/Button";
import textFieldCss from "../../ui/fields/TextField.module.css";
import layoutCss from "../../ui/layout/layout.module.css";
import { Modal } from "../../ui/overlays/Modal";
import { renameProject } from "../projects/shelf";
import css from "./RenameDialog.module.css";

/** Asks for a new name of a project. */
export function RenameDialog({ project, onClose }: { project: KeptProject; onClose(): void }) {
  const studio = useStudio();
  const [name, setName] = useState(project.name);
  const next = name.trim();
  const rename = () => {
    if (next === "") return;
    if (next !== project.name) void renameProject(studio, project, next);
    onClose();
  };
  return (
    <Modal
      title={`Rename ${project.name}`}
      width={360}
      onClose={onClose}
      foot={
        <>
          <span className={layoutCss.grow} />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={next === "" ? true : undefined} onClick={rename}>
            Rename
          </Button>
        </>
      }
    >
      <div className={css.body}>
        <input
          type="text"
          data-primary
          className={textFieldCss.field}
          aria-label="Name"
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The focus goes back to the menu's button, which this key press would click.
            event.preventDefault();
            rename();
          }}
        />
      </div>
    </Modal>
  );
}
