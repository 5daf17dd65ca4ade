/** The layer rules of the project: who may import whom. `npm run check` runs them. */
const { readdirSync } = require("node:fs");

const engine = "^workers/";

/** The rooms of the studio from the top down. Each imports those after it, never those before. */
const ROOMS = [
  ["main\\.tsx", "script-api\\.ts"],
  ["shell/"],
  ["files/"],
  ["workspaces/"],
  ["panels/"],
  ["actions/"],
  ["viewport/"],
  ["document/"],
  ["ui/"],
  ["common/", "isolation\\.ts"],
];

const inRooms = (rooms) => `^app/(${rooms.flat().join("|")})`;

const oneWay = ROOMS.slice(1).map((room, above) => ({
  name: `${room[0].replace("/", "")}-knows-nothing-above-it`,
  severity: "error",
  from: { path: inRooms([room]), pathNot: "\\.test\\.tsx?$" },
  to: { path: inRooms(ROOMS.slice(0, above + 1)) },
}));

/** The rooms of the engine from the top down. Each imports those after it and beside it, never those before. */
const ENGINE_ROOMS = [
  ["cli\\.ts", "cli/", "package/"],
  ["client\\.ts", "jobs/", "projects/"],
  ["formats/"],
  ["export/"],
  ["correct/", "decompose/", "deform/", "reduce/", "report/", "skeleton/", "weights/"],
  ["mesh/", "kernels/", "sparse/"],
  ["geometry/"],
  ["model/", "math/"],
];

const inEngine = (rooms) => `${engine}(${rooms.flat().join("|")})`;

const engineOneWay = ENGINE_ROOMS.slice(1).map((rooms, above) => ({
  name: `${rooms[0].replace("/", "")}-and-beside-know-nothing-above-them`,
  severity: "error",
  from: { path: inEngine([rooms]), pathNot: "\\.test\\.ts$|/testing/" },
  to: { path: inEngine(ENGINE_ROOMS.slice(0, above + 1)) },
}));

/**
 * What one workspace may know of another. Bind is a wing without a face of its own, and a mesh that stands still gets
 * its skeleton in Paint: Paint shows sections, tools and actions of both. Compare asks for runs with Solve's fields,
 * and opens a result there.
 */
const NEIGHBOURS = { paint: ["bind", "skeleton"], compare: ["solve"] };

const WINGS = readdirSync("app/workspaces", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const workspaces = WINGS.map((name) => ({
  name: `${name}-knows-no-other-workspace`,
  severity: "error",
  from: { path: `^app/workspaces/${name}/` },
  to: {
    path: "^app/workspaces/[^/]+/",
    pathNot: `^app/workspaces/(${[name, ...(NEIGHBOURS[name] ?? [])].join("|")})/`,
  },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    ...engineOneWay,
    ...workspaces,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "engine-knows-no-app",
      comment: "The engine runs in workers and in Node: no DOM, no React.",
      severity: "error",
      from: { path: engine },
      to: { path: "^(app|e2e|bench)/|node_modules/(react|react-dom|@react-three|zustand)/" },
    },
    {
      name: "products-know-no-tools",
      comment: "What makes samples, builds or drives the studio is for tests and tools alone.",
      severity: "error",
      from: { path: "^(app|workers)/", pathNot: "\\.test\\.tsx?$|/testing/|^workers/identity/" },
      to: { path: "^(tools|workers/testing|bench|e2e)/" },
    },
    {
      name: "tests-share-the-driver",
      comment: "What measurements and end-to-end tests share is in tools/studio-driver.",
      severity: "error",
      from: { path: "^(bench|tools)/" },
      to: { path: "^e2e/" },
    },
    {
      name: "app-reaches-engine-through-client",
      comment:
        "The studio talks to the engine through client.ts. It shares the types of model/ and the plain functions of geometry/ and math/.",
      severity: "error",
      from: { path: "^app/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: engine, pathNot: "^workers/(client\\.ts|model/|geometry/|math/)" },
    },
    {
      name: "math-stands-alone",
      severity: "error",
      from: { path: "^workers/math/", pathNot: "\\.test\\.ts$" },
      to: { path: "^workers/", pathNot: "^workers/math/" },
    },
    {
      name: "sparse-knows-math-and-kernels",
      severity: "error",
      from: { path: "^workers/sparse/", pathNot: "\\.test\\.ts$" },
      to: { path: "^workers/", pathNot: "^workers/(math|sparse|kernels)/" },
    },
    {
      name: "kernels-know-no-algorithms",
      severity: "error",
      from: { path: "^workers/kernels/", pathNot: "\\.test\\.ts$" },
      to: { path: "^workers/", pathNot: "^workers/(kernels|math|model)/" },
    },
    {
      name: "model-stands-alone",
      severity: "error",
      from: { path: "^workers/model/", pathNot: "\\.test\\.ts$" },
      to: { path: "^workers/", pathNot: "^workers/(model|math)/" },
    },
    {
      name: "geometry-is-plain-functions",
      comment: "Both halves use it: no arena, no kernels.",
      severity: "error",
      from: { path: "^workers/geometry/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^workers/", pathNot: "^workers/(geometry|model|math)/" },
    },
    { name: "not-to-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json", ".wasm"],
      exportsFields: ["exports"],
      conditionNames: ["import", "default"],
    },
  },
};
