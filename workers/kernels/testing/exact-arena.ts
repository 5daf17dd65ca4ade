import { Arena } from "../arena";
import { type MakeParallel, type Parallel, Serial } from "../parallel";

/** An arena without the spare bytes of whole pages. It fails if a prediction is one byte too small. */
export class ExactArena extends Arena {
  private readonly predicted: number;
  private readonly empty: number;

  constructor(bytes: number) {
    super(bytes, false);
    this.predicted = bytes;
    this.empty = this.used;
  }

  protected override take(bytes: number): number {
    const address = super.take(bytes);
    const over = this.used - this.empty - this.predicted;
    if (over > 0) throw new Error(`The prediction of ${this.predicted} bytes is ${over} too small`);
    return address;
  }
}

/** Makes kernels over exact arenas with scratch memory for several threads. One thread does the work. */
export function exactParallel(threads: number): MakeParallel {
  const make = async (bytes: number): Promise<Parallel> => {
    return Object.create(new Serial(new ExactArena(bytes)), { threads: { value: threads } });
  };
  return Object.assign(make, { threads });
}
