import type { WeightMethod } from "../../../../workers/model/weights/weight-settings";

const METHODS: Record<WeightMethod, { label: string; note: string }> = {
  arap: { label: "As rigid as possible", note: "optimised" },
  heat: { label: "Heat", note: "fast, smooth" },
  biharmonic: { label: "Bounded biharmonic", note: "solids" },
  voxel: { label: "Geodesic voxels", note: "any triangles" },
  nearest: { label: "Nearest bone", note: "rigid" },
};

/** Methods as options of a dropdown. @param solid whether the mesh has tetrahedra. */
export const methodOptions = <M extends WeightMethod>(methods: readonly M[], solid: boolean) =>
  methods.map((value) => ({
    value,
    ...METHODS[value],
    refusal: value === "biharmonic" && !solid ? "needs tetrahedra" : null,
  }));
