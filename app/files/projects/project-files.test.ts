import { afterEach, describe, expect, it, vi } from "vitest";
import { readProject } from "../../../workers/formats/project/read";
import { FaultyStorage } from "../../../workers/projects/testing/faulty-storage";
import { smallSequence } from "../../../workers/projects/testing/kept-states";
import { BrowserLocks } from "./testing/browser-locks";
import { DiskFile } from "./testing/disk-file";
import { openTab, type Tab } from "./testing/tab";

afterEach(() => void vi.unstubAllGlobals());

/** A tab with an open project. The artist answers the browser's question for a place with `file`. */
async function studio(disk = new FaultyStorage()) {
  const file = new DiskFile("hound.sinew");
  const ask = vi.fn(async () => file.handle);
  vi.stubGlobal("showSaveFilePicker", ask);
  const tab = await openTab(disk, new BrowserLocks());
  tab.open(smallSequence("hound"));
  await tab.save();
  return { disk, file, ask, tab };
}

const inFile = (tab: Tab) => tab.stores.work.getState().inFile;
const toasts = (tab: Tab) => tab.stores.notices.getState().toasts.map(({ title }) => title);

describe("saving to a file", () => {
  it("asks for a place once, then writes to the same file", async () => {
    const { file, ask, tab } = await studio();
    expect(inFile(tab)).toBeNull();
    await tab.files.save();
    expect([inFile(tab), toasts(tab)]).toEqual(["same", ["Saved hound.sinew"]]);
    expect(readProject(file.bytes).sequence.name).toBe("hound");
    const [before] = [file.bytes];
    tab.ask(33);
    expect(inFile(tab)).toBe("changed");
    await tab.files.save();
    expect(ask).toHaveBeenCalledTimes(1);
    expect([inFile(tab), file.bytes === before]).toEqual(["same", false]);
    // Undo leaves the state of the file, redo returns to it.
    tab.history.undo();
    expect(inFile(tab)).toBe("changed");
    tab.history.redo();
    expect(inFile(tab)).toBe("same");
  });

  it("calls the file saved only once the browser knows which version it has, so that no reload forgets it", async () => {
    const { tab } = await studio();
    await tab.files.save();
    tab.ask(33);
    await tab.save();
    let written = () => {};
    const describing = vi
      .spyOn(tab.projects, "describe")
      .mockImplementation(() => new Promise((resolve) => void (written = () => resolve())));
    const saving = tab.files.save();
    await vi.waitFor(() => expect(describing).toHaveBeenCalled());
    expect([inFile(tab), toasts(tab)]).toEqual(["changed", ["Saved hound.sinew"]]);
    written();
    await saving;
    expect([inFile(tab), toasts(tab).length]).toEqual(["same", 2]);
  });

  it("remembers which version the file has, also after a reload", async () => {
    const { disk, file, tab } = await studio();
    await tab.files.save();
    const [project] = await tab.projects.list();
    expect(project.file).toEqual({ name: "hound.sinew", version: project.versions[0].id });
    tab.ask(33);
    await tab.save();
    tab.end();
    const next = await openTab(disk, new BrowserLocks());
    for (const [id, remembered] of tab.memory) next.memory.set(id, remembered);
    await next.restore();
    expect(inFile(next)).toBe("changed");
    // The browser has forgotten the permission and asks again.
    file.permission = "prompt";
    await next.files.save();
    expect([inFile(next), file.permission]).toEqual(["same", "granted"]);
    next.end();
    const last = await openTab(disk, new BrowserLocks());
    await last.restore();
    expect(inFile(last)).toBe("same");
  });

  it("knows its own save after a reload, even if no version was saved at that moment", async () => {
    const { disk, tab } = await studio();
    await tab.files.save();
    tab.ask(33);
    await tab.files.save();
    tab.ask(34);
    await tab.save();
    tab.end();
    const next = await openTab(disk, new BrowserLocks());
    for (const [id, remembered] of tab.memory) next.memory.set(id, remembered);
    await next.restore();
    expect(inFile(next)).toBe("changed");
    await next.files.save();
    expect(next.asked).not.toHaveBeenCalled();
    expect(inFile(next)).toBe("same");
  });

  it("changes nothing if the artist cancels or refuses", async () => {
    const { file, ask, tab } = await studio();
    ask.mockRejectedValueOnce(new DOMException("", "AbortError"));
    await tab.files.save();
    expect([inFile(tab), toasts(tab)]).toEqual([null, []]);
    await tab.files.save();
    const before = file.bytes;
    file.permission = "prompt";
    file.answer = "denied";
    tab.ask(33);
    await tab.files.save();
    expect(toasts(tab).at(-1)).toBe("Sinew may not write to hound.sinew");
    expect([file.bytes, inFile(tab)]).toEqual([before, "changed"]);
  });

  it("leaves the file as it was if writing fails, and says so", async () => {
    const { file, tab } = await studio();
    await tab.files.save();
    const before = file.bytes;
    file.breaks = true;
    tab.ask(33);
    await tab.files.save();
    expect([file.bytes, inFile(tab)]).toEqual([before, "changed"]);
    expect(tab.complaint()).toBe("The disk has no room for hound.sinew");
    file.breaks = false;
    await tab.files.save();
    expect(inFile(tab)).toBe("same");
  });

  it("asks before it overwrites what somebody else saved", async () => {
    const { file, tab } = await studio();
    await tab.files.save();
    tab.ask(33);
    file.saveElsewhere(Uint8Array.of(1, 2, 3));
    await tab.files.save();
    expect(tab.asked).toHaveBeenCalledTimes(1);
    expect([...file.bytes]).toEqual([1, 2, 3]);
    expect((await tab.files.changedFile())?.size).toBe(3);
  });

  it("saves to another file on request", async () => {
    const { file, ask, tab } = await studio();
    await tab.files.save();
    const other = new DiskFile("other.sinew");
    ask.mockResolvedValueOnce(other.handle);
    const before = file.bytes;
    await tab.files.saveAs();
    expect([file.bytes === before, other.bytes.length > 0]).toEqual([true, true]);
    expect((await tab.projects.list())[0].file?.name).toBe("other.sinew");
  });

  it("downloads where the browser cannot write to a file", async () => {
    const { tab } = await studio();
    vi.stubGlobal("showSaveFilePicker", undefined);
    const click = vi.fn();
    vi.stubGlobal("document", { createElement: () => ({ click }) });
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
    await tab.files.save();
    expect([click.mock.calls.length, inFile(tab)]).toEqual([1, "same"]);
    vi.restoreAllMocks();
  });
});
