import type { ReactNode } from "react";
import { LineChart } from "./LineChart";
import type { ChartContent } from "./line-layout";

interface IterationCurveProps {
  title: string;
  /** The unit of the values, and the scale. */
  unit: ReactNode;
  /** Leaves out the title, if it is already beside the chart. */
  untitled?: boolean;
  /** The values of the iterations so far, all positive, with their marks. */
  read(): Omit<ChartContent, "first">;
  /** Calls `changed` when there is something new to read. Returns a function that unsubscribes. */
  follow(changed: () => void): () => void;
  /** Describes the value of iteration `n`, from 0. */
  tell(value: number, n: number): string;
  className?: string;
}

/** The curve of a value over the iterations of a job. The first iteration is 1. */
export function IterationCurve({ read, tell, ...props }: IterationCurveProps) {
  return (
    <LineChart
      {...props}
      read={() => ({ first: 1, ...read() })}
      tell={({ values, first }, n) => `iteration ${n + first}: ${tell(values[n], n)}`}
      empty="No iterations yet."
    />
  );
}
