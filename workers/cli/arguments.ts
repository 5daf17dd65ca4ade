// What can be said on the command line, and what it means.
import { parseArgs } from "node:util";
import { DEFORM_DEFAULTS, DEFORMER_KINDS } from "../model/deform";
import { SinewError } from "../model/errors";
import { INITIALISERS, METHODS } from "../model/methods";
import { WEIGHT_DEFAULTS } from "../model/weight-settings";

/** Rate that continuous motion is sampled at where none is asked for: scripts get the same frames from any file. */
export const DEFAULT_FPS = 30;

/** What --help prints. */
export const HELP = `Sinew: mesh animations in, skinned rigs out.

  rig info <files…>        what the files hold
  rig decompose <files…>   bones, weights and motion that reproduce the animation
  rig compare <files…>     a table of several methods and numbers of bones
  rig deform <file>        the frames of a rig by any deformer
  rig bake <file>          weights with which linear blend skinning stands for a deformer
  rig weights <mesh> <skeleton>   weights that bind a static mesh to a skeleton

  Files of decompose and compare are animations; deform and bake take a rig: a skinned .glb or .gltf, or a .sinew project.

All of them
  --out FILE        may be given several times
  --report FILE     the report as JSON
  --clip NAME       of a file with several clips; may be given several times (default all)
  --fps N           rate to sample glTF at (default ${DEFAULT_FPS}, whatever rate it was made at)
  --rest FRAME      frame of the sequence that is the rest pose, from 1
  --threads N
  --quiet           no progress on standard error

decompose: --out .glb, .json or .sinew
  --method M        ${Object.keys(METHODS).join(", ")} (default auto)
  --init NAME       where bones start from (default: the method's own):
                    ${Object.keys(INITIALISERS).join(", ")}
  --set name=value  a parameter of the method; may be given several times
  --bones N         bones to use (default: as many as are at the knee of the error curve)
  --error E         or: as few bones as reach this RMS error, "0.2%" of the diagonal
  --influences K    most influences of a vertex, or "all" (default: what the method is meant for)
  --affine          bones that may scale and shear; or --rigid (default: the method's own)
  --smoothness W    smoothness of the weights, 0 to 10 (default 0)
  --correction R    morph targets that correct what the bones leave, 1 to 64 (default none)
  --mirrored        mirror bones and weights where the rest pose is symmetric; names end in .L and .R
  --clip-weight NAME=W   how much a clip counts (default 1); may be given several times
  --hold-out N      fit to all but every N-th frame, and report the error there
  --seed N  --iterations N  --restarts N  --seconds N
  --no-rest-correction   leave the rest pose as it is

compare: --out .csv; --report FILE.json; the options of decompose, but --method, --init and --error, and
  --methods A,B     methods to compare (default all)
  --bones N,N,…     numbers of bones (default 10,20,30)
  --initialisers A,B   tried with each method that takes one; "own" is the method's own (default own)

deform: --out .pc2 (frames), .obj (the mesh that they play on) or .ddm.json (Direct Delta Mush for your own engine)
  --deformer D      ${DEFORMER_KINDS.slice(0, 6).join(", ")} (…v1 to v5), ddm-v5-dqs (default ddm-v0)
  --iterations P    smoothing steps, 0 to 200 (default ${DEFORM_DEFAULTS.iterations})
  --lambda L        rotation smoothness, 0 to 100 (default ${DEFORM_DEFAULTS.lambda}); at most 1 with --scheme explicit
  --kappa K         translation smoothness, 0 to L (default ${DEFORM_DEFAULTS.kappa})
  --alpha A         slide, 0 to 0.99 (default ${DEFORM_DEFAULTS.alpha}): 0 is Delta Mush
  --bind B          weights that are smoothed: rigid (default), nearest, or rig
  --scheme S        implicit (default) or explicit
  --laplacian L     cotangent (default) or uniform
  --limb-radius     smooth by the distance to the bone
  --join R          join parts nearer than this part of the diagonal, 0 to 0.1 (default ${DEFORM_DEFAULTS.joinReach})
  A .sinew project's own settings and painted strengths hold where no flag is given.
  --reference D     a deformer to compare with: maxDifferencePercent in the report

bake: --out .glb, .json or .sinew; the options of deform, but --reference, and
  --influences K    most influences of a vertex (default 4), or "all"
  --method M        v5 (smoothed weights) or fit (fitted to the deformed frames); default the better
  --poses           over the poses that a .sinew project keeps, instead of clips
  --test-poses      over generated poses that bend and twist every joint, instead of clips; --seed N draws others

weights: a mesh (.obj, .ply, .glb, .mesh …) and a skeleton (.tgf, .bvh, .glb …), or one file with both;
         --out .glb, .json or .sinew
  --method M        arap (default), heat, bbw (needs tetrahedra), voxel or nearest; several with commas print a table
                    (--out .csv)
  --exemplars N     random poses that the mesh is to stay rigid in, 1 to 400 (default ${WEIGHT_DEFAULTS.exemplars}); --seed N draws others
  --clips N         and as many frames of the skeleton file's clips, 1 to 400
  --iterations N    most iterations, 0 to 1000 (default ${WEIGHT_DEFAULTS.iterations}); it ends before where it has converged
  --proximal M      how strongly weights are drawn to heat weights, 0 to 1 (default ${WEIGHT_DEFAULTS.proximal}): bones fade at 0
  --influences K    most influences of a vertex in what is written, 1 to 16 (default all)
  --spine-bones N   rigid bones that stand for a spine in what is written, 2 to 16 (default ${WEIGHT_DEFAULTS.spineBones})
  --optimize-joints move the joints to where the poses strain the mesh least, and find the weights again`;

const OPTIONS = {
  out: { type: "string", multiple: true },
  report: { type: "string" },
  method: { type: "string" },
  methods: { type: "string" },
  init: { type: "string" },
  initialisers: { type: "string" },
  set: { type: "string", multiple: true },
  bones: { type: "string" },
  error: { type: "string" },
  influences: { type: "string" },
  affine: { type: "boolean" },
  rigid: { type: "boolean" },
  smoothness: { type: "string" },
  correction: { type: "string" },
  "hold-out": { type: "string" },
  mirrored: { type: "boolean" },
  "clip-weight": { type: "string", multiple: true },
  clip: { type: "string", multiple: true },
  fps: { type: "string" },
  rest: { type: "string" },
  seed: { type: "string" },
  iterations: { type: "string" },
  restarts: { type: "string" },
  seconds: { type: "string" },
  threads: { type: "string" },
  deformer: { type: "string" },
  reference: { type: "string" },
  lambda: { type: "string" },
  kappa: { type: "string" },
  alpha: { type: "string" },
  bind: { type: "string" },
  scheme: { type: "string" },
  laplacian: { type: "string" },
  join: { type: "string" },
  "limb-radius": { type: "boolean" },
  poses: { type: "boolean" },
  "test-poses": { type: "boolean" },
  exemplars: { type: "string" },
  clips: { type: "string" },
  proximal: { type: "string" },
  "spine-bones": { type: "string" },
  "optimize-joints": { type: "boolean" },
  "no-rest-correction": { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Flags and what is left, the command first. */
export const parse = (argv: string[]) => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
export type Flags = ReturnType<typeof parse>["values"];

/** Ends the command with a title and a sentence. */
export const refuse = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

/** A number within [low, high], or null where the flag was not given. */
export function number(
  flags: Flags,
  name: keyof Flags,
  low: number,
  high: number,
  whole = true,
): number | null {
  const text = flags[name];
  if (typeof text !== "string") return null;
  const value = Number(text);
  const fits = text.trim() !== "" && value >= low && value <= high && (!whole || Number.isInteger(value));
  if (!fits) {
    refuse(
      `--${name} ${text} cannot be used`,
      `It takes a ${whole ? "whole " : ""}number from ${low} to ${high}.`,
    );
  }
  return value;
}

/** Indices of the clips with these names; all where none is named. */
export function clipIndices(
  source: { name: string; clips: { name: string }[] },
  names: string[] | undefined,
): number[] {
  if (!names) return [];
  return names.map((name) => {
    const index = source.clips.findIndex((clip) => clip.name === name);
    if (index < 0) {
      const known = source.clips.map((clip) => clip.name).join(", ");
      refuse(`There is no clip named ${name} in ${source.name}`, `Its clips are: ${known}.`);
    }
    return index;
  });
}
