/** A fault that the comparison with a golden picture must find. */
export interface Fault {
  name: string;
  what: string;
  /** The scene that shows it. */
  scene: string;
  /** The text in the built script, and its replacement. */
  script?: [from: string, to: string];
  /** Distance by which one bone is moved, as a share of the diagonal. */
  shift?: number;
}

export const FAULTS: Fault[] = [
  { name: "no-key", what: "without the key light", scene: "clay", script: ["(1.04,1,.95)", "(0,0,0)"] },
  { name: "no-fill", what: "without the fill light", scene: "clay", script: ["mul(.06)", "mul(0)"] },
  { name: "no-sky", what: "without the sky", scene: "clay", script: ["mul(.17)", "mul(0)"] },
  { name: "no-rim", what: "without the rim light", scene: "clay", script: ["(.82,.92,1)", "(0,0,0)"] },
  { name: "bone-off", what: "with a bone that is 1 % off", scene: "clay", shift: 0.01 },
  {
    name: "ramp-stop",
    what: "with another colour in a ramp",
    scene: "error",
    script: ["#c02c5a", "#33ac8d"],
  },
];
