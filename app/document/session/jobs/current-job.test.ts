import { describe, expect, it, vi } from "vitest";
import { ControlledJob } from "../../../../workers/jobs/testing/controlled-job";
import { CurrentJob } from "./current-job";

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Follows a new job, and writes down what is heard of it. */
function followed(current: CurrentJob<number, string>, heard: unknown[]) {
  const job = new ControlledJob<number, string>();
  current.follow(job, {
    done: (result) => heard.push(result, current.job),
    failed: (error) => heard.push(String(error), current.job),
    partial: (partial) => heard.push(partial),
  });
  return job;
}

describe("the current job", () => {
  it("is heard until its end, and is gone then", async () => {
    const current = new CurrentJob<number, string>();
    const heard: unknown[] = [];
    const job = followed(current, heard);
    expect(current.job).toBe(job);
    job.show("half");
    job.finish(7);
    await settle();
    job.show("late");
    expect(heard).toEqual(["half", 7, null]);
  });

  it("is heard when it fails", async () => {
    const current = new CurrentJob<number, string>();
    const heard: unknown[] = [];
    followed(current, heard).fail("no room");
    await settle();
    expect(heard).toEqual(["no room", null]);
  });

  it("is no longer heard once another job replaces it", async () => {
    const current = new CurrentJob<number, string>();
    const heard: unknown[] = [];
    const first = followed(current, heard);
    const second = followed(current, heard);
    first.show("old");
    first.finish(1);
    await settle();
    expect(current.job).toBe(second);
    second.finish(2);
    await settle();
    expect(heard).toEqual([2, null]);
  });

  it("is released without a cancel, and not heard any more", async () => {
    const current = new CurrentJob<number, string>();
    const heard: unknown[] = [];
    const job = followed(current, heard);
    expect(current.release()).toBe(job);
    expect(current.job).toBeNull();
    expect(job.cancelled).toBe(false);
    job.finish(3);
    await settle();
    expect(heard).toEqual([]);
  });

  it("stays current while more work follows its result", async () => {
    const current = new CurrentJob<number>();
    const job = new ControlledJob<number>();
    const heard: string[] = [];
    let measured: (text: string) => void = () => {};
    const work = job.result.then(() => new Promise<string>((resolve) => (measured = resolve)));
    current.follow(job, { done: (text: string) => heard.push(text), failed: () => {} }, work);
    job.finish(1);
    await settle();
    expect(current.job).toBe(job);
    measured("measured");
    await settle();
    expect(heard).toEqual(["measured"]);
  });

  it("slows partial results down, and drops those that wait when it is released", () => {
    vi.useFakeTimers();
    const current = new CurrentJob<number, string>();
    const heard: string[] = [];
    const job = new ControlledJob<number, string>();
    const listener = { done: () => {}, failed: () => {}, partial: (p: string) => heard.push(p) };
    current.follow(job, { ...listener, partialEvery: 100 });
    for (const text of ["a", "b", "c"]) job.show(text);
    expect(heard).toEqual(["a"]);
    vi.advanceTimersByTime(100);
    expect(heard).toEqual(["a", "c"]);
    job.show("d");
    current.release();
    vi.advanceTimersByTime(100);
    expect(heard).toEqual(["a", "c"]);
    vi.useRealTimers();
  });
});
