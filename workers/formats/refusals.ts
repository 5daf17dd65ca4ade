import { type Complaint, MemoryError, SinewError } from "../model/errors";
import { type FileKind, isNamedCompanion } from "./sniff";

const READS =
  "Sinew reads animation from Alembic, glTF, FBX, OBJ with a PC2 or MDD cache, and numbered OBJ or PLY files; still meshes from those and .mesh files; skeletons from glTF, FBX, BVH and .tgf files.";

const ALONE: Complaint = {
  title: "is a skeleton without a mesh",
  body: "Drop it together with its mesh, or open the mesh and drop it there.",
};

/** The error for a file that has a skeleton but no mesh. Together with a file that has a mesh it is not an error. */
export class SkeletonAlone extends SinewError {
  constructor(name: string) {
    super({ ...ALONE, title: `${name} ${ALONE.title}` });
  }
}

/** Errors for files from which Sinew cannot read a mesh. The title continues the file's name. */
export const UNREADABLE: Partial<Record<FileKind, Complaint>> = {
  empty: { title: "is empty", body: "It has 0 bytes. Copy or export it again." },
  unknown: { title: "is not a mesh", body: READS },
  tgf: ALONE,
  bvh: ALONE,
  companion: {
    title: "is not a mesh",
    body: `It goes with another file: drop the two together. ${READS}`,
  },
  dmat: {
    title: "holds weights without a mesh",
    body: "The command line reads them: rig weights mesh.obj skeleton.tgf --method given --from weights.dmat.",
  },
  project: { title: "is a Sinew project", body: "Open it by itself: it holds everything it needs." },
  "alembic-hdf5": {
    title: "is an Alembic in the old HDF5 form",
    body: "Sinew reads the Ogawa form. Export it again with Ogawa, which every program writes by default since 2014, or convert it with abcconvert -toOgawa.",
  },
  usd: { title: "is a USD file", body: "Sinew does not read USD yet. Export it as Alembic or GLB." },
  blend: { title: "is a Blender scene", body: "Export it from Blender as Alembic, GLB, or OBJ with PC2." },
  maya: { title: "is a Maya scene", body: "Export it from Maya as an Alembic cache." },
};

/** Why a file cannot be read; null if it can. */
export function complaintAbout(kind: FileKind, name: string): Complaint | null {
  const complaint = UNREADABLE[kind];
  if (!complaint) return null;
  const isMisnamed = kind === "companion" && !isNamedCompanion(name);
  const body = isMisnamed ? `Its content is a picture or a list of materials. ${READS}` : complaint.body;
  return { ...complaint, title: `${name} ${complaint.title}`, body };
}

/** The note about lines in a file. */
export const wireNote = (count: number): string =>
  `It has ${count === 1 ? "1 wire edge" : `${count} wire edges`}: where no face has them, they link what they join.`;

/**
 * Runs a reader. If lengths and offsets of a broken file lead outside it, or to arrays that are too large, there is a
 * RangeError. This is the file's fault, so it becomes an error message.
 * @throws SinewError instead of a RangeError.
 */
export async function guarded<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RangeError) || /call stack/i.test(error.message)) throw error;
    const memory = /alloc|memory|array length|array size/i.test(error.message);
    throw new (memory ? MemoryError : SinewError)({
      title: memory ? `${name} needs more memory than there is` : `${name} is damaged`,
      body: memory
        ? "Close other pages, or reduce the mesh. If the file is small, it is damaged: export it again."
        : "Its data lead outside the file. Copy or export it again.",
    });
  }
}
