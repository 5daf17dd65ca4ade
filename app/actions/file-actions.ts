import { closeSequence } from "../document/commands";
import { useDocument } from "../document/document";
import { projectExtras } from "../document/project-extras";
import { download, safeFileName } from "../files/download";
import { pickFiles } from "../files/dropped-files";
import { complain } from "../shell/complain";
import { toast, useShell } from "../shell/shell-state";
import { formatBytes } from "../ui/format";
import type { Action } from "./action";

export const noSequence = () =>
  useDocument.getState().sequence ? null : "Nothing is open. Open a sequence first.";
export const noRig = () =>
  noSequence() ?? (useDocument.getState().rig ? null : "There is no rig yet. Solve first.");

export const FILE_ACTIONS: Action[] = [
  {
    id: "file.open",
    label: "Open files…",
    icon: "file",
    keys: ["Ctrl+O"],
    menu: ["File", 0],
    perform: async ({ opening }) => opening.openFiles(await pickFiles("files")),
  },
  {
    id: "file.open-folder",
    label: "Open folder…",
    icon: "folder",
    keys: ["Ctrl+Shift+O"],
    menu: ["File", 0],
    perform: async ({ opening }) => opening.openFiles(await pickFiles("folder")),
  },
  {
    id: "file.open-skeleton",
    label: "Skeleton from file…",
    icon: "bone",
    help: "Puts the skeleton of a .tgf, BVH, FBX or glTF file into the mesh that is open.",
    menu: ["File", 0],
    refusal: noSequence,
    perform: async ({ opening }) => opening.openSkeleton(await pickFiles("files")),
  },
  {
    id: "file.versions",
    label: "Earlier versions…",
    icon: "clock",
    menu: ["File", 1],
    refusal: () => noSequence() ?? (useShell.getState().saved ? null : "Nothing has been kept yet."),
    perform: () => useShell.setState({ dialog: { kind: "versions", project: null } }),
  },
  {
    id: "file.save-project",
    label: "Save project as file",
    icon: "imp",
    keys: ["Ctrl+S"],
    help: "Sequence, rig, report, strengths and poses in one .sinew file.",
    menu: ["File", 1],
    refusal: noSequence,
    perform: async ({ client, keeping }) => {
      const state = useDocument.getState();
      const { sequence, rig, report } = state;
      if (!sequence) return;
      try {
        const bytes = await client.saveProject(sequence, rig, report, projectExtras(state)).result;
        const name = `${safeFileName(sequence.name)}.sinew`;
        download(bytes, name, "application/octet-stream");
        if (useDocument.getState() === state) keeping.savedAsFile();
        toast(`Saved ${name}`, formatBytes(bytes.length));
      } catch (error) {
        complain(error, "Saving the project");
      }
    },
  },
  {
    id: "file.export",
    label: "Export GLB…",
    icon: "exp",
    keys: ["Ctrl+E"],
    menu: ["File", 2],
    refusal: noRig,
    perform: () => useShell.setState({ dialog: { kind: "export" } }),
  },
  {
    id: "file.export-json",
    label: "Export rig as JSON",
    icon: "exp",
    help: "Bones, weights, motion and report.",
    menu: ["File", 2],
    refusal: noRig,
    perform: async ({ client }) => {
      const { sequence, rig, report } = useDocument.getState();
      if (!sequence || !rig) return;
      try {
        const bytes = await client.exportRigJson(sequence, rig, report).result;
        const name = `${safeFileName(sequence.name)}.rig.json`;
        download(bytes, name, "application/json");
        toast(`Exported ${name}`, formatBytes(bytes.length));
      } catch (error) {
        complain(error, "Exporting the rig");
      }
    },
  },
  {
    id: "file.picture",
    label: "Save picture of the viewport",
    icon: "cam",
    menu: ["File", 2],
    refusal: noSequence,
    perform: async ({ viewport }) => {
      const picture = await viewport.current?.screenshot();
      const name = `${safeFileName(useDocument.getState().sequence?.name ?? "sinew")}.png`;
      if (picture) download(new Uint8Array(await picture.arrayBuffer()), name, "image/png");
    },
  },
  {
    id: "file.close",
    label: "Close",
    icon: "x",
    menu: ["File", 3],
    refusal: noSequence,
    perform: ({ history }) => history.run(closeSequence()),
  },
];
