import { type AnimationClip, Loader, LoadingManager, type Object3D, Texture } from "three";
import { SinewError } from "../../model/errors";
import { checkOutline } from "./check-outline";
import { FbxDamage, type FbxOutline } from "./outline";
import { scanBinary } from "./scan-binary";
import { scanText } from "./scan-text";

/** Larger files are refused, because every number is in memory several times. */
const LARGEST_FILE = 5e8;

/** The result of three's reader for an FBX. */
export interface FbxContents {
  root: Object3D;
  clips: AnimationClip[];
  /** Whether the file has z up, which three would rotate. */
  isZUp: boolean;
  /** Centimetres in one unit. */
  unitScale: number;
  /** Three's warnings about parts that it left out. */
  warnings: string[];
}

/** Textures are not read: there is no page to decode them, and nothing here shows them. */
class NoTextures extends Loader<Texture> {
  override load(): Texture {
    return new Texture();
  }
}

/** The parts of a page that three's reader uses: a camera's aspect, and addresses of embedded images. */
const PAGE = { innerWidth: 1, innerHeight: 1, URL: { createObjectURL: () => "" } };

/** Runs code that needs a page, and collects its console output as warnings. */
function withPage<T>(warnings: string[], run: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, "window");
  const { warn, error } = console;
  if (!before) Object.defineProperty(globalThis, "window", { value: PAGE, configurable: true });
  console.warn = (...said: unknown[]) => warnings.push(said.map(String).join(" "));
  console.error = console.warn;
  try {
    return run();
  } finally {
    Object.assign(console, { warn, error });
    if (!before) Reflect.deleteProperty(globalThis, "window");
  }
}

/**
 * Reads an FBX 7, binary or text, by three's reader.
 * @throws SinewError if it cannot be read.
 */
export async function loadFbx(bytes: Uint8Array, name: string): Promise<FbxContents> {
  if (bytes.length > LARGEST_FILE) {
    throw new SinewError({
      title: `${name} is too large`,
      body: `It has ${Math.round(bytes.length / 1e6)} MB; Sinew reads FBX files of up to ${LARGEST_FILE / 1e6} MB. Export it as GLB or Alembic.`,
    });
  }
  check(bytes, name);
  // Imported on demand, because it is large.
  const { FBXLoader } = await import("three/examples/jsm/loaders/FBXLoader.js");
  const manager = new LoadingManager();
  manager.addHandler(/./, new NoTextures(manager));
  const warnings: string[] = [];
  try {
    // A copy, because the reader takes a whole buffer, which must not be shared.
    const root = withPage(warnings, () => new FBXLoader(manager).parse(bytes.slice().buffer, ""));
    const isZUp = warnings.some((warning) => warning.includes("Z-UP"));
    if (isZUp) root.rotation.set(0, 0, 0);
    root.updateMatrixWorld(true);
    const unitScale = Number(root.userData.unitScaleFactor ?? 1);
    return {
      root,
      clips: root.animations,
      isZUp,
      unitScale: unitScale > 0 && Number.isFinite(unitScale) ? unitScale : 1,
      warnings,
    };
  } catch (error) {
    throw unreadable(name, error);
  }
}

const BINARY = "Kaydara FBX Binary  \0";

/** Refuses files that three's reader would never finish, before it sees them. */
function check(bytes: Uint8Array, name: string): void {
  const isBinary = String.fromCharCode(...bytes.subarray(0, BINARY.length)) === BINARY;
  let outline: FbxOutline;
  try {
    outline = isBinary ? scanBinary(bytes) : scanText(bytes);
  } catch (error) {
    if (error instanceof FbxDamage) {
      throw new SinewError({
        title: `${name} is damaged`,
        body: `${error.message} Copy or export it again, or export it as GLB.`,
      });
    }
    throw unreadable(name, error);
  }
  checkOutline(outline, name);
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
