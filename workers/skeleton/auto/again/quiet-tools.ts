import type { Progress } from "../../../model/task";
import type { MethodTools } from "../../method";

/** Tools of another search: it shows no rigs, and its progress says which search it is. */
export function quietly({ makeParallel, task }: MethodTools, phase: string, number: number): MethodTools {
  const progress = ({ detail }: Progress) =>
    task.progress({ phase, done: null, detail: `search ${number}${detail && `, ${detail}`}` });
  return { makeParallel, task: Object.create(task, { progress: { value: progress } }), show() {} };
}
