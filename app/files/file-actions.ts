import { isFiled } from "../../workers/model/mesh/streamed-sequence";
import type { Action } from "../actions/action";
import { inFiles, noRig, noSequence } from "../actions/guards/guards";
import { download, safeFileName } from "../common/download";
import { formatBytes } from "../common/format";
import { SOURCE_FRAMES } from "../document/frames/source-frames";
import { closeSequence } from "../document/sequence-commands";
import { openDialog } from "../document/session/dialogs";
import { reportError } from "../document/session/report-error";
import { toast } from "../document/session/toasts";
import type { Stores } from "../document/stores";
import { CAGING } from "./open/cages/caging";
import { pickFiles } from "./open/dropped-files";
import { OPENING } from "./open/opening";
import { SOURCE_FILES } from "./open/source-files";
import { TRANSFERRING } from "./open/transfer/transferring";
import { PROJECT_FILES } from "./projects/project-files";
import { SHARING } from "./projects/sharing/sharing";
import { bringBack, SHELF } from "./projects/shelf";
import { shareReport } from "./report/share-report";

/** Refuses an animation without bones: weights need bones that they can follow. */
const notStill = ({ document }: Stores): string | null => {
  const { sequence, rig } = document.getState();
  return rig || sequence?.frameCount === 1 ? null : "The animation has no bones yet. Solve it first.";
};

/** Why the source's files need not be given, or null. */
function framesAreThere(stores: Stores): string | null {
  const { sequence } = stores.document.getState();
  const frames = stores.of(SOURCE_FRAMES);
  if (!sequence || !isFiled(sequence)) return "All frames are in memory.";
  const { problem } = frames.state.getState();
  return frames.isOpen(sequence) && !problem ? "Its files are open." : null;
}

export const FILE_ACTIONS: Action[] = [
  {
    id: "file.open",
    label: "Open files…",
    words: "import load fbx abc bvh",
    icon: "file",
    keys: ["Ctrl+O"],
    menu: ["File", 0],
    perform: async ({ get }) => get(OPENING).openFiles(await pickFiles("files")),
  },
  {
    id: "file.open-folder",
    label: "Open folder…",
    icon: "folder",
    keys: ["Ctrl+Shift+O"],
    menu: ["File", 0],
    perform: async ({ get }) => get(OPENING).openFiles(await pickFiles("folder")),
  },
  {
    id: "file.open-skeleton",
    label: "Open skeleton…",
    icon: "bone",
    help: "Adds the skeleton of a .tgf, BVH, FBX or glTF file to the open mesh.",
    menu: ["File", 0],
    refusal: noSequence,
    perform: async ({ get }) => get(OPENING).openSkeleton(await pickFiles("files")),
  },
  {
    id: "file.transfer-weights",
    label: "Transfer weights from file…",
    words: "copy skinning inpaint level of detail",
    icon: "imp",
    help: "Takes the weights of a rig in another file: GLB, FBX or a project. In Paint you can also drop the file.",
    menu: ["File", 0],
    refusal: (stores) => noSequence(stores) ?? notStill(stores),
    perform: async ({ get }) => get(TRANSFERRING).open(await pickFiles("files")),
  },
  {
    id: "file.open-cage",
    label: "Cage from file…",
    words: "lattice coordinates harmonic mean value dmat",
    icon: "cage",
    help: "Puts the closed mesh of an OBJ around the open one, and moves it by the corners. A .dmat beside it may have the weights.",
    menu: ["File", 0],
    refusal: (stores) => noSequence(stores) ?? inFiles(stores),
    perform: async ({ get }) => get(CAGING).open(await pickFiles("files")),
  },
  {
    id: "file.make-cage",
    label: "Cage around the mesh…",
    words: "lattice coordinates harmonic mean value",
    icon: "cage",
    help: "Makes a coarse closed mesh around the open one, and moves it by the corners.",
    menu: ["File", 0],
    refusal: (stores) => noSequence(stores) ?? inFiles(stores),
    perform: (studio) => openDialog(studio, { kind: "cage", read: null, asMesh: null }),
  },
  {
    id: "file.open-in-files",
    label: "Open and leave frames in the files…",
    words: "large memory disk stream cache alembic pc2 mdd import",
    help: "Reads frames when you need them. Sequences that are too large for memory always open this way.",
    menu: ["File", 0],
    perform: async ({ get }) => get(OPENING).openFiles(await pickFiles("files"), true),
  },
  {
    id: "file.source-files",
    label: "Locate source files…",
    words: "frames cache disk relink missing reopen",
    help: "Opens the files again from which frames are read, after a reload or when they have moved.",
    menu: ["File", 0],
    refusal: (stores) => noSequence(stores) ?? framesAreThere(stores),
    perform: ({ get }) => get(SOURCE_FILES).locate(),
  },
  {
    id: "file.versions",
    label: "Earlier versions…",
    words: "backup autosave restore",
    icon: "clock",
    menu: ["File", 1],
    refusal: (stores) =>
      noSequence(stores) ?? (stores.work.getState().saved ? null : "There are no versions yet."),
    perform: (studio) => openDialog(studio, { kind: "versions", project: null }),
  },
  {
    id: "file.undo-delete",
    label: "Bring back the deleted project",
    words: "bin restore undelete",
    refusal: (stores) => (stores.of(SHELF).getState().deleted ? null : "No project was deleted just now."),
    perform: async (studio) => {
      const { deleted } = studio.of(SHELF).getState();
      if (deleted) await bringBack(studio, deleted);
    },
  },
  {
    id: "file.save-project",
    label: "Save project",
    words: "write sinew file",
    icon: "save",
    keys: ["Ctrl+S"],
    help: "Saves the mesh, rig, report, maps and poses to the project’s .sinew file.",
    menu: ["File", 1],
    refusal: noSequence,
    perform: ({ get }) => get(PROJECT_FILES).save(),
  },
  {
    id: "file.save-as",
    label: "Save project as…",
    icon: "save",
    keys: ["Ctrl+Shift+S"],
    help: "Saves to another .sinew file, and to that one from then on.",
    menu: ["File", 1],
    refusal: noSequence,
    perform: ({ get }) => get(PROJECT_FILES).saveAs(),
  },
  {
    id: "file.compare-file",
    label: "Compare with the file…",
    words: "conflict merge theirs mine disk",
    help: "Shows what somebody else changed in the project’s file since you opened or saved it.",
    menu: ["File", 1],
    refusal: (stores) =>
      noSequence(stores) ?? (stores.work.getState().inFile ? null : "The project has no file yet."),
    perform: ({ get }) => get(SHARING).compareWithFile(),
  },
  {
    id: "file.compare-tab",
    label: "Compare with the other tab…",
    words: "conflict merge theirs mine window",
    help: "Shows what another tab changed in this project since you opened it here.",
    menu: ["File", 1],
    refusal: noSequence,
    perform: ({ get }) => get(SHARING).compareWithTab(),
  },
  {
    id: "file.export",
    label: "Export…",
    words: "download glb gltf fbx usd alembic pc2 mdd bvh tgf skeleton motion frames",
    icon: "exp",
    keys: ["Ctrl+E"],
    menu: ["File", 2],
    refusal: noRig,
    perform: (studio) => openDialog(studio, { kind: "export" }),
  },
  {
    id: "file.export-json",
    label: "Export rig as JSON",
    icon: "exp",
    help: "Writes bones, weights, motion and report.",
    menu: ["File", 2],
    refusal: noRig,
    perform: async (studio) => {
      const { sequence, rig, report } = studio.document.getState();
      if (!sequence || !rig) return;
      try {
        const bytes = await studio.client.exportRigJson({ sequence, rig, report }).result;
        const name = `${safeFileName(sequence.name)}.rig.json`;
        download(bytes, name, "application/json");
        toast(studio, `Exported ${name}`, formatBytes(bytes.length));
      } catch (error) {
        reportError(studio, error, "Exporting the rig");
      }
    },
  },
  {
    id: "file.report",
    label: "Save report",
    words: "diagnosis share html figures worst frames",
    icon: "exp",
    help: "Saves figures, pictures, the error of each frame and the settings as one HTML file.",
    menu: ["File", 2],
    refusal: noRig,
    perform: (studio) => shareReport(studio),
  },
  {
    id: "file.picture",
    label: "Save viewport picture",
    words: "screenshot render image",
    icon: "cam",
    menu: ["File", 2],
    refusal: noSequence,
    perform: async ({ viewport, document }) => {
      const picture = await viewport.current?.screenshot();
      const name = `${safeFileName(document.getState().sequence?.name ?? "sinew")}.png`;
      if (picture) download(new Uint8Array(await picture.arrayBuffer()), name, "image/png");
    },
  },
  {
    id: "file.close",
    label: "Close",
    icon: "x",
    menu: ["File", 3],
    refusal: noSequence,
    perform: (studio) => studio.history.run(closeSequence(studio)),
  },
];
