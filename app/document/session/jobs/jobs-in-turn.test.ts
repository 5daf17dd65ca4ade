import { beforeEach, expect, it } from "vitest";
import { ControlledJob } from "../../../../workers/jobs/testing/controlled-job";
import { JobsInTurn } from "./jobs-in-turn";

let waiting: string[];
let heard: string[];
let started: ControlledJob<number>[];
let turns: JobsInTurn<string, number>;

const settle = () => new Promise((resolve) => setTimeout(resolve));
const begin = () => {
  const job = new ControlledJob<number>();
  started.push(job);
  return job;
};

beforeEach(() => {
  [waiting, heard, started] = [[], [], []];
  turns = new JobsInTurn<string, number>({
    next() {
      const id = waiting.shift();
      return id === undefined ? null : { id, job: begin() };
    },
    began: (id) => heard.push(`${id} began`),
    done: (id, result) => heard.push(`${id} found ${result}`),
    failed: (id, error) => heard.push(`${id} failed: ${error}`),
  });
});

it("works on one row after the other, also after a failure", async () => {
  waiting = ["a", "b", "c"];
  turns.next();
  turns.next();
  expect([started.length, turns.id, turns.job]).toEqual([1, "a", started[0]]);
  started[0].fail("no room");
  await settle();
  started[1].finish(2);
  await settle();
  started[2].finish(3);
  await settle();
  expect(heard).toEqual(["a began", "a failed: no room", "b began", "b found 2", "c began", "c found 3"]);
  expect([turns.id, turns.job]).toEqual([null, null]);
});

it("stops without a result, and starts the next row only if asked", async () => {
  waiting = ["a", "b"];
  turns.next();
  turns.stop();
  await settle();
  expect([started[0].cancelled, turns.job, heard]).toEqual([true, null, ["a began"]]);
  turns.next();
  expect(turns.id).toBe("b");
});

it("goes on in turn after a job that was out of turn", async () => {
  turns.run({ id: "x", job: begin() });
  waiting = ["a"];
  started[0].finish(1);
  await settle();
  expect(heard).toEqual(["x began", "x found 1", "a began"]);
});
