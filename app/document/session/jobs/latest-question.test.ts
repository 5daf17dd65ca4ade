import { expect, it } from "vitest";
import { LatestQuestion } from "./latest-question";

/** A service whose answers end when the test says so. */
function held() {
  const asked: string[] = [];
  const skipped: string[] = [];
  const ends: (() => void)[] = [];
  const answer = (question: string) => {
    asked.push(question);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const questions = new LatestQuestion(answer, (question) => skipped.push(question));
  const end = async () => {
    ends.shift()!();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { asked, skipped, questions, end };
}

it("answers the first question at once, and of those that wait only the latest", async () => {
  const { asked, skipped, questions, end } = held();
  for (const question of ["a", "b", "c"]) questions.ask(question);
  expect(asked).toEqual(["a"]);
  await end();
  expect(asked).toEqual(["a", "c"]);
  await end();
  questions.ask("d");
  expect([asked, skipped]).toEqual([["a", "c", "d"], ["b"]]);
});

it("forgets the question that waits, and answers later ones", async () => {
  const { asked, skipped, questions, end } = held();
  questions.ask("a");
  questions.ask("b");
  questions.forget();
  await end();
  expect(asked).toEqual(["a"]);
  questions.ask("c");
  expect([asked, skipped]).toEqual([["a", "c"], ["b"]]);
});
