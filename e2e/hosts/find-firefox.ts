import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The paths that installers and packages use for Firefox. */
const INSTALLED = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/usr/lib/firefox/firefox",
  "/usr/lib/firefox-esr/firefox-esr",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  `${process.env["HOME"]}/Applications/Firefox.app/Contents/MacOS/firefox`,
  `${process.env["PROGRAMFILES"]}\\Mozilla Firefox\\firefox.exe`,
  `${process.env["PROGRAMFILES(X86)"]}\\Mozilla Firefox\\firefox.exe`,
  `${process.env["LOCALAPPDATA"]}\\Mozilla Firefox\\firefox.exe`,
];

/** The places where a shell would find it. */
const onPath = () =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => ["firefox-esr", "firefox", "firefox.exe"].map((name) => join(folder, name)));

/** Path of a Firefox: FIREFOX_PATH or an installed one; null if there is none. */
export const findFirefox = (): string | null =>
  process.env["FIREFOX_PATH"] || ([...INSTALLED, ...onPath()].find((path) => existsSync(path)) ?? null);
