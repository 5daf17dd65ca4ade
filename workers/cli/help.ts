// The text of --help, for all commands or for one.
import { DEFORM_DEFAULTS, DEFORMER_KINDS } from "../model/deform";
import { EXPORT_FORMATS } from "../model/files/export/export-formats";
import { EXPORT_TARGET_IDS } from "../model/files/export/export-targets";
import { DEFAULT_MEMORY } from "../model/files/frames-in-memory";
import { MOST_REDUCED, REDUCE_DEFAULTS, REDUCE_METHODS, SWEEPS } from "../model/reduce/reduce-settings";
import { EXTRACT_METHODS } from "../model/skeleton/extract/extract-methods";
import { EXTRACT_DEFAULTS } from "../model/skeleton/extract/extract-settings";
import { FIT_DEFAULTS } from "../model/skeleton/fit/fit-settings";
import { INITIALISERS, METHODS } from "../model/solve/methods";
import { SOLVE_DEFAULTS } from "../model/solve/solve-settings";
import { TRANSFER_DEFAULTS } from "../model/weights/transfer";
import { WEIGHT_DEFAULTS } from "../model/weights/weight-settings";
import { REDUCE_SETTINGS } from "./flags/reduce-flags";
import { STATUS_WORDS } from "./status";

const EXPORT_LIST = Object.values(EXPORT_FORMATS)
  .map(({ extension }) => extension)
  .join(", ");
const RIG_LIST = `${EXPORT_LIST}, .json, .sinew`;

const COMMANDS = `Sinew: mesh animations in, skinned rigs out.

  rig info <files…>        the contents of the files, as JSON
  rig decompose <files…>   bones, weights and motion that reproduce the animation
  rig compare <files…>     a table of several methods and numbers of bones
  rig deform <file>        the frames of a rig by any deformer
  rig bake <file>          weights with which linear blend skinning imitates a deformer
  rig reduce <file>        a rig with few influences for each vertex
  rig compress <file>      its weights in two sparse layers: virtual bones, two for each vertex
  rig weights <mesh> <skeleton>   weights that bind a static mesh to a skeleton
  rig transfer <mesh or rig> --from FILE   the weights of another rig
  rig skeleton <files…>    a hierarchy of bones that reproduces the animation
  rig fit <files…> --skeleton FILE   your own skeleton, fitted to the animation
  rig batch <list.json | patterns…>   many jobs of these commands

  decompose, compare, skeleton and fit take animations; deform, bake, reduce and compress take a rig: a skinned .glb
  or .gltf, or a .sinew project.
  rig <command> --help lists the options of one command; rig --version prints the version. The program of the npm
  package is called sinew, and rig too.`;

const STATUSES = `Exit statuses. If the status is not 0, one sentence on standard error says why
${STATUS_WORDS.map(([status, words]) => `  ${String(status).padEnd(5)}${words}`).join("\n")}`;

const COMMON = `All commands that write
  --out FILE        may be given several times; the folder must exist. "-" is standard output
  --format F        the format of an --out without an extension, such as "-": one of those below, without the dot
  --report FILE     the report as JSON
                    The files of a run appear together when all of them are complete, or none does.
  --clip NAME       a clip of the file; may be given several times (default all)
  --fps N           rate at which glTF and FBX are sampled (default: the rate of their keys)
  --rest FRAME      frame of the sequence that is the rest pose, from 1
  --threads N
  --quiet           no progress and no notes on standard error`;

const EXPORTS = `decompose, skeleton, fit, reduce, compress and transfer, in a ${EXPORT_LIST}
  --target T        options for ${EXPORT_TARGET_IDS.join(", ")};
                    the flags below override them
  --key-tolerance D leave out keys, as long as no vertex is more than D from its place: a length, or "0.01%" of the diagonal
  --key-rate N      at most N keys a second, on frames of the animation (default, and 0: on every frame)
  --root-motion M   keep (default) the travel on the root bone, extract it to a bone above, or still: a bone above that
                    moves nothing
  --close-loops     clips that loop end exactly as they begin
  --shear M         how bones that shear are written: as pairs of nodes (pairs, the default), as the nearest transform
                    (nearest), or as a few rigid bones each (helpers)
  --shear-helpers N helpers for each bone that shears: 2, 3, or 4, which are exact (default: as many as the influences
                    allow)
  --shapes S        morph targets of the source: clips play them if the bones do not have their motion (auto, the
                    default), always (play) or never (still); none leaves them out
  --most-bones N    at most N bones: the bones that matter least are merged into others
  --compression C   none (default), quantised (integers instead of floats) or meshopt (packed integers)
  --precision P     of compressed numbers: fine (default), medium or coarse
  --textures P      inside or beside the file, if the format allows both: .fbx has them inside by default
  --max-bytes N     a limit for the file, such as "400k": Sinew changes compression, keys, influences and bones with the
                    least error`;

const UNIT_LIST = Object.values(EXPORT_FORMATS)
  .map(({ extension, holds: { units } }) => `${units.join(", ")} in ${extension}`)
  .join("; ");
const SPACE = `decompose, skeleton, fit, weights, bake, reduce, compress and transfer, in a ${EXPORT_LIST}
  --up-axis A       the up axis of the file: y (default) or z
  --unit U          the unit of the numbers in the file; "own" is the mesh's unit, and the first is the default:
                    ${UNIT_LIST}`;

const SECTIONS: Record<string, string> = {
  info: `info: the contents of the files, as JSON on standard output; for skeletons, bones and clips
  --threads N
  --quiet           no progress on standard error`,

  decompose: `decompose: --out ${RIG_LIST}
  --method M        ${Object.keys(METHODS).join(", ")} (default auto)
  --init NAME       where bones start from (default: the method's own):
                    ${Object.keys(INITIALISERS).join(", ")}
  --set name=value  a parameter of the method; may be given several times
  --as-published    the settings of the method's paper; other flags still override them
  --html FILE       figures, error of each frame and settings as one page to share
  --bones N         the number of bones (default: at the knee of the error curve)
  --error E         or: the fewest bones that reach this RMS error, such as "0.2%" of the diagonal
  --influences K    most influences of a vertex, or "all" (default: the method's own)
  --affine          bones that may scale and shear; or --rigid (default: the method's own)
  --smoothness W    smoothness of the weights, 0 to 10 (default 0; auto and ssdr)
  --correction R    morph targets that correct the remaining error, 1 to 64 (default none)
  --correction-fit F     posed (default), or rest: the decomposition in the rest pose alone, as published
  --mirrored        mirror bones and weights, if the rest pose is symmetric; names end in .L and .R
  --patches P       connect each bone's influence, if that adds at most P to the error: "2%" (default), "any", or "off"
                    (auto)
  --locality P      keep the weights of each bone near it, if that adds at most P to the error: "2%", "any", or "off"
                    (default; auto)
  --reach R         how far a bone's weights reach beyond its own part, in radii of that part (default ${SOLVE_DEFAULTS.reach})
  --least-patch P   remove patches of a bone that are smaller than this part of its main patch (default 5%), or keep
                    "one" patch for each shell
  --clip-weight NAME=W   the weight of a clip in the fit (default 1); may be given several times
  --hold-out N      fit to all but every N-th frame, and report the error there
  --seed N          draw other random numbers (fsd draws none, unless --init does)
  --iterations N    most iterations (not sma)
  --restarts N      starts to try (auto and ssdr)
  --seconds N       end the solve within about N seconds, with the best rig by then
  --memory GB       the most memory, in gigabytes (default ${DEFAULT_MEMORY / 1e9}). If a solve would take more, its frames are
                    read in passes
  --no-rest-correction   keep the rest pose of the sequence`,

  compare: `compare: --out .csv; --report FILE.json; the options of decompose without --method, --init, --memory and --error, and
  --methods A,B     methods to compare (default all)
  --bones N,N,…     numbers of bones (default 10,20,30)
  --initialisers A,B   initialisers for the methods that take one; "own" is the method's own (default own)`,

  deform: `deform: --out .pc2 or .mdd (frames), .obj (the mesh that they move), .abc (Alembic: frames and mesh) or
  .ddm.json (Direct Delta Mush for your own engine)
  --deformer D      ${DEFORMER_KINDS.slice(0, 6).join(", ")} (…v1 to v5), ddm-v5-dqs (default ddm-v0)
  --iterations P    smoothing steps, 0 to 200 (default ${DEFORM_DEFAULTS.iterations})
  --lambda L        rotation smoothness, 0 to 100 (default ${DEFORM_DEFAULTS.lambda}); at most 1 with --scheme explicit
  --kappa K         translation smoothness, 0 to L (default ${DEFORM_DEFAULTS.kappa})
  --alpha A         slide, 0 to 0.99 (default ${DEFORM_DEFAULTS.alpha}): 0 is Delta Mush
  --bind B          the weights to smooth: rigid (default), nearest, or rig
  --scheme S        implicit (default) or explicit
  --laplacian L     cotangent (default) or uniform
  --limb-radius     smooth by the distance to the bone
  --join R          join parts nearer than this share of the diagonal, 0 to 0.1 (default ${DEFORM_DEFAULTS.joinReach})
  Without a flag, the settings and painted strengths of a .sinew project apply.
  --reference D     a deformer to compare with: maxDifferencePercent in the report`,

  bake: `bake: --out ${RIG_LIST}; the options of deform without --reference, and
  --influences K    most influences of a vertex (default 4), or "all"
  --method M        v5 (smoothed weights) or fit (fitted to the deformed frames); default: the better one
  --poses           bake over the poses of a .sinew project instead of clips
  --test-poses      bake over generated poses that bend and twist every joint instead of clips; --seed N draws others`,

  reduce: `reduce: --out ${RIG_LIST}
  --influences K    most influences of a vertex, 1 to ${MOST_REDUCED} (default ${REDUCE_DEFAULTS.influences})
  --method M        ${REDUCE_METHODS.join(", ")} (default ${REDUCE_DEFAULTS.method}), or
                    two-layer: two layers as large as K influences, with the files of rig compress
  --examples E      poses to reproduce: frames, limits or limits:80 (random poses within the limits of the skeleton),
                    poses (of a .sinew project), numbers of frames "1,5,9", or none;
                    default: all frames of a file that moves, otherwise limits
  --iterations N    sweeps over the vertices (default ${SWEEPS.auto} of auto, ${SWEEPS.smooth} of smooth, ${SWEEPS.poisson} of poisson), or rounds
                    (${SWEEPS.arap} of arap); --seed N draws other poses
  --set name=value  any other setting; may be given several times:
                    ${REDUCE_SETTINGS.join(", ")};
                    smoothness and singleBones take a number or auto (default)
  --cage FILE       weights of a cage, a closed .obj around the mesh, instead of a rig; --out .json; 8 influences or more.
                    --from FILE gives them as .dmat; otherwise --coordinates harmonic (default) or mean-value`,

  compress: `compress: --out .2l.json (both layers for your own engine, with a .2l.bin), .json or .sinew (rigs that keep them),
          or ${EXPORT_LIST} (virtual bones are joints, for clips)
  --error E         the fewest virtual bones that reach this E_RMS; with --examples none, 1000 times the change of weights
  --virtual-bones N the number of virtual bones, 2 to 65535
  --bytes N         the most virtual bones with which both layers fit into N bytes
  --examples X      the poses to fit: frames (default if the file has any), poses (generated) or none
  --method M        two-layer (default), or published: virtual bones imitate weights (Le & Deng 2013)
  --blends K        virtual bones per vertex, 2 (default) to 4
  --bones-per-virtual C   most bones of a virtual bone (default 12; for published, one more than the rig's most influences)
  --no-polish       end sooner, with 4 to 8 % more error
  --seed N          draw other poses`,

  weights: `weights: a mesh (.obj, .ply, .glb, .fbx, .mesh …) and a skeleton (.tgf, .bvh, .fbx, .glb, .sinew), or one file with both;
         --out ${RIG_LIST}
  --method M        arap (default), heat, bbw (needs tetrahedra), voxel, nearest, or given (the weights of --from);
                    several, separated by commas, print a table (--out .csv)
  --from FILE       weights as .dmat, a row for each vertex and a column for each bone, in the order of their files:
                    the method "given" measures and writes them, arap starts from them
  --exemplars N     random poses in which the mesh should stay rigid, 1 to 400 (default ${WEIGHT_DEFAULTS.exemplars}); --seed N draws others
  --clips N         use N frames of the skeleton file's clips as well, 1 to 400
  --iterations N    most iterations, 0 to 1000 (default ${WEIGHT_DEFAULTS.iterations}); fewer if it converges
  --as-published    ARAP with the settings of its paper; other flags still override them
  --proximal M      the pull to heat weights, 0 to 1 (default ${WEIGHT_DEFAULTS.proximal}): bones fade at 0
  --influences K    most influences of a vertex in the output, 1 to 16, or "all" (default all)
  --spine-bones N   rigid bones that replace a spine in the output, 2 to 16 (default ${WEIGHT_DEFAULTS.spineBones})
  --set name=value  any other setting; may be given several times:
                    ${wrapped(others())}
  --optimize-joints move the joints to where the poses strain the mesh least, and find the weights again
  --replace-painted also replace painted weights and weights of locked bones of a .sinew project; otherwise they stay
  Without a flag, the skeleton, settings and painted constraints of a .sinew project apply.`,

  transfer: `transfer: a rig, which keeps its bones, or a still mesh, which takes the bones of --from;
          --out ${RIG_LIST}
  --from FILE       the rig whose weights to take: .glb, .gltf, .fbx or .sinew. Units and axes are aligned with the mesh
  --by W            take weights from the closest point of the surface (surface, the default), from where the normal
                    meets it (ray), from the same UV (uv), or from the volume inside it (volume)
  --distance D      matches farther away than this share of the diagonal are inpainted (default ${100 * TRANSFER_DEFAULTS.distance}%)
  --angle A         so are matches whose normals differ by more than this many degrees (default ${TRANSFER_DEFAULTS.angle})
  --pair SOURCE=TARGET   bones that belong together; may be given several times. "SOURCE=" leaves a bone out`,

  skeleton: `skeleton: --out ${RIG_LIST}, .bvh (its motion) or .tgf (its joints and bones)
  --method M        (default ${EXTRACT_DEFAULTS.method})
${Object.entries(EXTRACT_METHODS)
  .map(([name, { note, paper }]) => `                    ${name.padEnd(12)}${paper}: ${note}`)
  .join("\n")}
  --set name=value  a parameter of the method; may be given several times
  --bones N         most bones (default ${EXTRACT_DEFAULTS.bones}); connect keeps those of a rigged file
  --influences K    most influences of a vertex (default ${EXTRACT_DEFAULTS.influences})
  --root NAME       the root bone (default: the pelvis, or the bone in the middle)
  --strict          bones keep their lengths, and only turn below the root (default)
  --soft            joints may open a little
  --pull µ          how strongly a joint is pulled to where the weights of its two bones meet (default ${EXTRACT_DEFAULTS.pull}, and
                    auto pulls far joints harder; a µ that you give counts for all joints as it is); 1e-4 leaves it almost free
  --split-still     auto splits bones where their surface bends but never moves; otherwise it only reports these places
  --thorough        auto searches again to the end where it should find a better skeleton; otherwise for a few minutes
  --levels N,N,…    levels of detail with fewer bones that share the skeleton: rig-20.glb beside rig.glb, and a table of errors
  --level-motion M  shared (one animation plays on all levels, the default), or own (fitted again for each: less error)
  --hold-out N      fit to all but every N-th frame, and report the error there
  --seconds N       end within about N seconds, with the best skeleton by then
  --seed N`,

  fit: `fit: --out ${RIG_LIST}, .bvh (its motion) or .tgf (its joints and bones)
  --skeleton FILE   the skeleton: .glb, .gltf, .fbx, .bvh or .tgf. Axes, units and frames are aligned with the mesh
  --solve S         weights (the skeleton moves as in its clip), motion (the weights of its file stay), or
                    both (default ${FIT_DEFAULTS.solve})
  --helpers N       at most N helper bones, up to 64, for motion that the skeleton cannot follow (default ${FIT_DEFAULTS.helpers})
  --influences K    most influences of a vertex (default ${FIT_DEFAULTS.influences})
  --spread P        keep weights near their bones, if that adds at most P to the error: "50%" (default), "any", or "off"
  --keep-root       roots move as in the clip
  --refine-joints   joints may move a little (with --solve both); --pull µ holds them back (default ${FIT_DEFAULTS.pull})
  --correct-rest    the rest pose of the mesh may change
  --no-limits       joints may leave the limits of the skeleton
  --lock-weights NAME   a bone whose weights stay; may be given several times, like the following
  --lock-motion NAME    a bone whose motion relative to its parent stays
  --may-shift NAME      a bone that may shift relative to its parent (default: if it does so in the clip)
  --may-scale NAME      a bone that may change its size (default: if it does so in the clip)
  --iterations N    most rounds of motion and weights (default ${FIT_DEFAULTS.rounds})`,

  batch: `batch: a list of jobs in JSON, or patterns in quotes ('shots/**/*.abc'; a pattern that ends in / matches folders)
  --command C       the command that runs the jobs (default decompose). Give its flags to the batch
  --out FILE        with {name}, {folder}, {parent} or {index} of each job; missing folders are made. The same for --report
  --jobs N          jobs at a time (default 1); --threads N for each (default: the cores, divided among them)
  --shard I/N       only every N-th job from the I-th: run each shard on a machine of its own
  --max-error E     a job whose files have a larger RMS error, such as "0.2%" of the diagonal, is "missed"; its files are
                    written
  --again           also run jobs that are done. Without it, jobs with the same input, flags and version are skipped
  --list            print the jobs without running them
                    Standard output has a line of JSON for each job that has ended, and a summary. The exit status is
                    0 if all jobs are done, 5 if some only missed their error, or that of the gravest failure`,
};

/** A list in lines of the help's width. */
function wrapped(words: readonly string[]): string {
  const lines = [""];
  for (const word of words) {
    const last = lines.length - 1;
    if (lines[last].length + word.length > 96) lines.push(word);
    else lines[last] += lines[last] === "" ? word : `, ${word}`;
  }
  return lines.join(`,\n${" ".repeat(20)}`);
}

/** Settings of weights without a flag of their own. */
function others(): string[] {
  const flags = ["method", "exemplars", "seed", "iterations", "proximal", "influences", "spineBones"];
  return Object.keys(WEIGHT_DEFAULTS).filter((name) => !flags.includes(name));
}

/** The line about a command in the list of commands: its arguments and what it finds. */
function usageOf(command: string): string {
  const line = COMMANDS.split("\n").find((each) => each.trimStart().startsWith(`rig ${command} `));
  return (line ?? "").trim().replace(/ {2,}/g, "   ");
}

const COMMANDS_WITH_CURVES = ["decompose", "skeleton", "fit", "reduce", "compress", "transfer"];

/** @param command null for all commands. */
export function helpOf(command: string | null): string {
  const own = command === null ? undefined : SECTIONS[command];
  if (own === undefined)
    return [COMMANDS, COMMON, ...Object.values(SECTIONS).slice(1), EXPORTS, SPACE, STATUSES].join("\n\n");
  if (command === "info" || command === "batch") return [usageOf(command), own].join("\n\n");
  const borrowed = { compare: "decompose", bake: "deform" }[command ?? ""];
  const curves = COMMANDS_WITH_CURVES.includes(command ?? "") ? [EXPORTS] : [];
  const space = [...COMMANDS_WITH_CURVES, "weights", "bake", "compress"].includes(command ?? "")
    ? [SPACE]
    : [];
  return [
    usageOf(command ?? ""),
    own,
    ...curves,
    ...space,
    ...(borrowed ? [SECTIONS[borrowed]] : []),
    COMMON,
  ].join("\n\n");
}
