import { type AnimationClip, Loader, LoadingManager, type Object3D, Texture } from "three";
import { SinewError } from "../../model/errors";

/** Larger files are not read: every number of them is in memory several times over. */
const LARGEST_FILE = 5e8;

/** What three's reader makes of an FBX. */
export interface FbxContents {
  root: Object3D;
  clips: AnimationClip[];
  /** Whether the file has z up; three would turn it. */
  isZUp: boolean;
  /** Centimetres in one unit. */
  unitScale: number;
  /** What three had to say of what it left out. */
  warnings: string[];
}

/** Textures are not read: there is no page to decode them on, and nothing here shows them. */
class NoTextures extends Loader<Texture> {
  override load(): Texture {
    return new Texture();
  }
}

/** What three's reader asks a page for: a camera's aspect, and addresses of embedded images. */
const PAGE = { innerWidth: 1, innerHeight: 1, URL: { createObjectURL: () => "" } };

/** Runs something that wants a page, and collects its warnings. */
function withPage<T>(warnings: string[], run: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const { warn } = console;
  if (!before) Object.defineProperty(globalThis, "window", { value: PAGE, configurable: true });
  console.warn = (...said: unknown[]) => warnings.push(said.map(String).join(" "));
  try {
    return run();
  } finally {
    console.warn = warn;
    if (!before) Reflect.deleteProperty(globalThis, "window");
  }
}

/**
 * Reads an FBX 7, binary or text, by three's reader.
 * @throws SinewError where it cannot be read.
 */
export async function loadFbx(bytes: Uint8Array, name: string): Promise<FbxContents> {
  if (bytes.length > LARGEST_FILE) {
    throw new SinewError({
      title: `${name} is too large`,
      body: `It has ${Math.round(bytes.length / 1e6)} MB; Sinew reads FBX files of up to ${LARGEST_FILE / 1e6} MB. Export it as GLB or Alembic.`,
    });
  }
  // Only here when it is needed: it is large.
  const { FBXLoader } = await import("three/examples/jsm/loaders/FBXLoader.js");
  const manager = new LoadingManager();
  manager.addHandler(/./, new NoTextures(manager));
  const warnings: string[] = [];
  try {
    // A copy of its own: the reader takes a whole buffer, which must not be shared.
    const root = withPage(warnings, () => new FBXLoader(manager).parse(bytes.slice().buffer, ""));
    const isZUp = warnings.some((warning) => warning.includes("Z-UP"));
    if (isZUp) root.rotation.set(0, 0, 0);
    root.updateMatrixWorld(true);
    const unitScale = Number(root.userData.unitScaleFactor ?? 1);
    return { root, clips: root.animations, isZUp, unitScale: unitScale > 0 ? unitScale : 1, warnings };
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): SinewError {
  const said = error instanceof Error ? error.message : String(error);
  const version = /FileVersion: (\d+)/.exec(said) ?? /version not supported/.exec(said);
  return new SinewError({
    title: version ? `${name} is an FBX of an old version` : `${name} is damaged`,
    body: version
      ? "Sinew reads FBX 7 (2011 and later). Export it again in a newer version, or as GLB."
      : "It cannot be read as an FBX. Copy or export it again, or export it as GLB.",
  });
}
