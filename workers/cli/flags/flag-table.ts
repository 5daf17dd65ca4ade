// The flags of the command line, and those of each command.

/** All flags, as `parseArgs` takes them. */
export const FLAG_OPTIONS = {
  out: { type: "string", multiple: true },
  format: { type: "string" },
  report: { type: "string" },
  html: { type: "string" },
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
  "correction-fit": { type: "string" },
  patches: { type: "string" },
  locality: { type: "string" },
  reach: { type: "string" },
  "least-patch": { type: "string" },
  spread: { type: "string" },
  "hold-out": { type: "string" },
  mirrored: { type: "boolean" },
  "clip-weight": { type: "string", multiple: true },
  clip: { type: "string", multiple: true },
  fps: { type: "string" },
  rest: { type: "string" },
  seed: { type: "string" },
  iterations: { type: "string" },
  restarts: { type: "string" },
  "as-published": { type: "boolean" },
  seconds: { type: "string" },
  memory: { type: "string" },
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
  "virtual-bones": { type: "string" },
  bytes: { type: "string" },
  examples: { type: "string" },
  cage: { type: "string" },
  coordinates: { type: "string" },
  blends: { type: "string" },
  "bones-per-virtual": { type: "string" },
  "no-polish": { type: "boolean" },
  poses: { type: "boolean" },
  "test-poses": { type: "boolean" },
  from: { type: "string" },
  by: { type: "string" },
  distance: { type: "string" },
  angle: { type: "string" },
  pair: { type: "string", multiple: true },
  exemplars: { type: "string" },
  clips: { type: "string" },
  proximal: { type: "string" },
  "spine-bones": { type: "string" },
  "optimize-joints": { type: "boolean" },
  "replace-painted": { type: "boolean" },
  root: { type: "string" },
  strict: { type: "boolean" },
  soft: { type: "boolean" },
  pull: { type: "string" },
  "split-still": { type: "boolean" },
  thorough: { type: "boolean" },
  levels: { type: "string" },
  "level-motion": { type: "string" },
  skeleton: { type: "string" },
  solve: { type: "string" },
  helpers: { type: "string" },
  "keep-root": { type: "boolean" },
  "refine-joints": { type: "boolean" },
  "correct-rest": { type: "boolean" },
  "no-limits": { type: "boolean" },
  "lock-weights": { type: "string", multiple: true },
  "lock-motion": { type: "string", multiple: true },
  "may-shift": { type: "string", multiple: true },
  "may-scale": { type: "string", multiple: true },
  "key-tolerance": { type: "string" },
  "key-rate": { type: "string" },
  "root-motion": { type: "string" },
  "close-loops": { type: "boolean" },
  shear: { type: "string" },
  shapes: { type: "string" },
  "shear-helpers": { type: "string" },
  "most-bones": { type: "string" },
  target: { type: "string" },
  compression: { type: "string" },
  "max-bytes": { type: "string" },
  precision: { type: "string" },
  textures: { type: "string" },
  "up-axis": { type: "string" },
  unit: { type: "string" },
  "no-rest-correction": { type: "boolean" },
  command: { type: "string" },
  jobs: { type: "string" },
  shard: { type: "string" },
  "max-error": { type: "string" },
  again: { type: "boolean" },
  list: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

export type FlagName = keyof typeof FLAG_OPTIONS;

const EVERYWHERE = ["threads", "quiet", "help"] as const satisfies FlagName[];
const WRITING = [
  ...EVERYWHERE,
  "out",
  "format",
  "report",
  "clip",
  "fps",
  "rest",
] as const satisfies FlagName[];
/** Flags that only apply to files with bones and clips. */
// biome-ignore format: as a table.
export const EXPORT_FLAGS = [
  "target", "key-tolerance", "key-rate", "root-motion", "close-loops", "shear", "shear-helpers", "shapes", "most-bones", "compression",
  "precision", "max-bytes", "textures",
] as const satisfies FlagName[];
const SPACE = ["up-axis", "unit"] as const satisfies FlagName[];
// biome-ignore format: as a table.
const SOLVING = [
  ...WRITING, "method", "init", "error", "set", "bones", "influences", "affine", "rigid", "smoothness", "correction", "correction-fit",
  "mirrored", "patches", "locality", "reach", "least-patch", "clip-weight", "hold-out", "seed", "iterations", "restarts", "seconds", "no-rest-correction",
  "as-published",
] as const satisfies FlagName[];
// biome-ignore format: as a table.
const DEFORMING = [
  ...WRITING, "deformer", "iterations", "lambda", "kappa", "alpha", "bind", "scheme", "laplacian", "limb-radius", "join",
] as const satisfies FlagName[];

/** The commands that work on one set of files, and the flags of each. */
// biome-ignore format: as a table.
const FLAGS_OF_ONE: Record<string, readonly FlagName[]> = {
  info: EVERYWHERE,
  decompose: [...SOLVING, ...EXPORT_FLAGS, ...SPACE, "memory"],
  compare: [...SOLVING, "methods", "initialisers"],
  deform: [...DEFORMING, "reference"],
  bake: [...DEFORMING, ...SPACE, "influences", "method", "poses", "test-poses", "seed"],
  reduce: [...WRITING, ...EXPORT_FLAGS, ...SPACE, "influences", "method", "examples", "iterations", "seed", "set", "cage", "coordinates", "from"],
  compress: [
    ...WRITING, ...EXPORT_FLAGS, ...SPACE, "method", "error", "virtual-bones", "bytes", "examples", "blends", "bones-per-virtual",
    "no-polish", "seed",
  ],
  weights: [
    ...WRITING, ...SPACE, "method", "from", "exemplars", "seed", "clips", "iterations", "proximal", "as-published", "influences", "spine-bones",
    "set", "optimize-joints", "replace-painted",
  ],
  transfer: [...WRITING, ...EXPORT_FLAGS, ...SPACE, "from", "by", "distance", "angle", "pair"],
  skeleton: [
    ...WRITING, ...EXPORT_FLAGS, ...SPACE, "method", "bones", "influences", "root", "strict", "soft", "pull", "split-still", "thorough", "set", "levels", "level-motion", "seconds",
    "hold-out", "seed",
  ],
  fit: [
    ...WRITING, ...EXPORT_FLAGS, ...SPACE, "skeleton", "solve", "helpers", "influences", "iterations", "pull", "spread", "keep-root", "refine-joints",
    "correct-rest", "no-limits", "lock-weights", "lock-motion", "may-shift", "may-scale",
  ],
};

/** The commands, and the flags of each. A batch passes on the flags of other commands. */
export const FLAGS_OF: Record<string, readonly FlagName[]> = {
  ...FLAGS_OF_ONE,
  // A batch would write the page of every job to the same file.
  decompose: [...FLAGS_OF_ONE.decompose, "html"],
  batch: [
    ...new Set(Object.values(FLAGS_OF_ONE).flat()),
    ...(["command", "jobs", "shard", "max-error", "again", "list"] as const),
  ],
};
