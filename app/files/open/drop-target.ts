import { reportError } from "../../document/session/report-error";
import type { Stores } from "../../document/stores";
import type { ProjectFiles } from "../projects/project-files";
import { filesOfDrop, projectOfDrop } from "./dropped-files";
import type { Opening } from "./opening";

/** Lets the artist drop files and folders anywhere on the page. */
export function listenToDrops(
  stores: Stores,
  opening: Opening,
  projectFiles: Pick<ProjectFiles, "readFrom">,
): () => void {
  // Each move between elements fires both enter and leave, so only the count tells when the drag leaves the page.
  let depth = 0;
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const show = (dragOver: boolean) => {
    if (stores.panels.getState().dragOver !== dragOver) stores.panels.setState({ dragOver });
  };
  const onEnter = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth++;
    show(true);
  };
  const onOver = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  };
  const onLeave = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) show(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    depth = 0;
    show(false);
    const project = projectOfDrop(event.dataTransfer);
    filesOfDrop(event.dataTransfer).then(
      async (files) => {
        const before = stores.document.getState().sequence;
        await opening.openFiles(files);
        const handle = await project;
        const isOpen = stores.document.getState().sequence !== before;
        if (handle && isOpen) projectFiles.readFrom(handle, await handle.getFile());
      },
      (error) => reportError(stores, error, "Reading the dropped files"),
    );
  };
  const listeners = { dragenter: onEnter, dragover: onOver, dragleave: onLeave, drop: onDrop };
  for (const [type, listen] of Object.entries(listeners))
    window.addEventListener(type, listen as EventListener);
  return () => {
    for (const [type, listen] of Object.entries(listeners))
      window.removeEventListener(type, listen as EventListener);
  };
}
