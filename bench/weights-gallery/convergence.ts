/** How strain falls as weights are optimised (Thiery & Eisemann 2018, Fig. 9). */
import { haunch } from "../../tools/samples/bound/haunch";
import { Binding } from "./binding";
import type { WeightFigure, WeightShot } from "./figure";
import { poseAt, posed, resting } from "./posed";
import { percent } from "./words";

/** Iterations after which the figure shows the weights. */
const LOOKS = [0, 1, 5, 20];
/** The exemplar in the picture. */
const POSE = 26;

export async function convergence(): Promise<WeightFigure> {
  const model = haunch();
  const binding = await Binding.of(model);
  const pose = poseAt(binding.exemplars(), POSE, model.skeleton.segments.length);
  const [overall, bent]: WeightShot[][] = [[], []];
  const lines: string[][] = [];
  let done = 0;
  for (const iterations of LOOKS) {
    await binding.iterate(iterations - done);
    done = iterations;
    const label = iterations === 0 ? "Heat weights" : `After ${iterations}`;
    const [seen, unseen, here] = [
      await binding.meanStrain(),
      await binding.unseenStrain(),
      await binding.strainIn(pose),
    ].map(percent);
    const squared = await binding.strain();
    overall.push(
      resting(binding, { label, caption: `strain ${seen}`, colouring: { by: "strain", squared } }),
    );
    bent.push(await posed(binding, pose, { label, caption: `strain ${here}` }));
    lines.push([String(iterations), seen, unseen, here]);
  }
  const { sequence } = model;
  const camera = { yaw: 18, pitch: 6 };
  return {
    rows: [
      { label: "over all 80 exemplars", camera, sequence, ramp: 0.3, shots: overall },
      { label: "in one of them", camera, sequence, ramp: 0.6, shots: bent },
    ],
    table: {
      words: 0,
      head: ["iterations", "strain over 80 exemplars", "in 100 other poses", "in the pose shown"],
      lines,
    },
  };
}
