import type { DeformSettings } from "../../../../workers/model/deform";

/** Upper limit of α in the model. */
const MOST = 0.99;

/** The slide as artists set it: α · D_α of joints with a value of their own, and of all others. */
export interface JointSlides {
  /** Sorted by bone, ascending. */
  own: { bone: number; value: number }[];
  others: number;
}

/** Splits the settings into the value that most joints share and the joints with other values. */
export function jointSlides({ alpha, slideOfBone }: DeformSettings): JointSlides {
  if (!slideOfBone) return { own: [], others: alpha };
  const count = new Map<number, number>();
  for (const share of slideOfBone) count.set(share, (count.get(share) ?? 0) + 1);
  let shared = 1;
  for (const [share, times] of count) {
    const most = count.get(shared) ?? 0;
    if (times > most || (times === most && share > shared)) shared = share;
  }
  const own = [...slideOfBone]
    .map((share, bone) => ({ bone, share }))
    .filter(({ share }) => share !== shared)
    .map(({ bone, share }) => ({ bone, value: tidy(alpha * share) }));
  return { own, others: tidy(alpha * shared) };
}

/** The settings that produce these slides: α is the largest slide, and D_α the ratio of each to it. */
export function withJointSlides(
  { own, others }: JointSlides,
  boneCount: number,
): Pick<DeformSettings, "alpha" | "slideOfBone"> {
  const slides = own.map((joint) => ({ ...joint, value: Math.min(MOST, joint.value) }));
  const alpha = Math.max(Math.min(MOST, others), ...slides.map(({ value }) => value));
  if (slides.every(({ value }) => value === others)) return { alpha, slideOfBone: null };
  const slideOfBone = new Float32Array(boneCount).fill(alpha > 0 ? others / alpha : 1);
  for (const { bone, value } of slides) slideOfBone[bone] = alpha > 0 ? value / alpha : 1;
  return { alpha, slideOfBone };
}

/** Rounds off the errors of float32 ratios. */
const tidy = (x: number) => Number(x.toPrecision(5));
