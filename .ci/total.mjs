// Sums the JSON reports of vitest and Playwright into one line. A report that is missing counts as a failure.
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    passed += report.numPassedTests ?? report.stats.expected + report.stats.flaky;
    failed += report.numFailedTests ?? report.stats.unexpected;
    if (report.numFailedTestSuites) failed += report.numFailedTests ? 0 : report.numFailedTestSuites;
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    failed++;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
