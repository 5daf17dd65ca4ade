// Writes the figures of bench/quality.json into README.md and prints them: npm run readme
import { readFileSync, writeFileSync } from "node:fs";
import { withFigures } from "./figures.mjs";

const results = JSON.parse(readFileSync("bench/quality.json", "utf8"));
const page = withFigures(readFileSync("README.md", "utf8"), results);
writeFileSync("README.md", page);
console.log(page.slice(page.indexOf("<!-- figures"), page.indexOf("<!-- end -->")));
