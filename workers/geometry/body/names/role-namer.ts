import type { BodyPlan } from "../body-plan";
import { movesVertices } from "../body-shape";

/** Collects the stems of bones. The first stem that a bone gets stays. */
export class RoleNamer {
  readonly stems: ({ stem: string; isEnd: boolean } | null)[];
  private readonly plan: BodyPlan;

  constructor(plan: BodyPlan) {
    this.plan = plan;
    this.stems = plan.shape.bones.map(() => null);
  }

  /** Names a bone and its mirror image, unless they have a name. */
  give(j: number, stem: string, isEnd = false): void {
    this.stems[j] ??= { stem, isEnd };
    const other = this.plan.pairs.partner[j];
    if (other >= 0) this.stems[other] ??= { stem, isEnd };
  }

  /**
   * Names a chain by its template, whose last name repeats. Bones at the end that move nothing only mark the end.
   * @param isEnd whether all bones of the chain only mark its end.
   */
  chain(bones: readonly number[], template: readonly string[], isEnd = false): void {
    let last = template[0];
    bones.forEach((j, n) => {
      const marks = isEnd || (n > 0 && !movesVertices(this.plan.shape, j));
      if (!marks) last = template[Math.min(n, template.length - 1)];
      this.give(j, last, marks);
    });
  }
}
