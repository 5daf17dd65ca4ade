import { existsSync } from "node:fs";

/** Where Firefox is installed by its own installers and by packages. */
const INSTALLED = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/usr/lib/firefox/firefox",
  "/usr/lib/firefox-esr/firefox-esr",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  `${process.env["PROGRAMFILES"]}\\Mozilla Firefox\\firefox.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Mozilla Firefox\\firefox.exe`,
];

/** Path of a Firefox: FIREFOX_PATH or an installed one; null if there is none. */
export const findFirefox = (): string | null =>
  process.env["FIREFOX_PATH"] || (INSTALLED.find((path) => existsSync(path)) ?? null);
