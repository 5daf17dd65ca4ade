import { describe, expect, it } from "vitest";
import type { KeptVersion, SavedBy } from "../../../workers/model/files/kept-project";
import { SharedVersions } from "./shared-versions";

const version = (time: number, by: SavedBy | null): KeptVersion => ({
  ...{ id: String(time), time, label: "", icon: "check", bytes: 1, parent: null, figures: null },
  ...{ hasPicture: false, by },
});

/** A tab that saves versions of a list that all tabs share. */
class Tab {
  readonly shared = new SharedVersions();
  private readonly all: KeptVersion[];

  constructor(all: KeptVersion[]) {
    this.all = all;
  }

  save(): KeptVersion {
    const saved = version(this.all.length + 1, this.shared.by);
    this.all.push(saved);
    this.shared.saved(saved);
    return saved;
  }
}

describe("versions of a project that several tabs have open", () => {
  it("are news if another tab saved them since", () => {
    const all: KeptVersion[] = [];
    const [mine, theirs] = [new Tab(all), new Tab(all)];
    const first = mine.save();
    theirs.shared.opened(first);
    const next = theirs.save();
    expect([mine.shared.isNews(first), mine.shared.isNews(next)]).toEqual([false, true]);
    expect([theirs.shared.isNews(first), theirs.shared.isNews(next)]).toEqual([false, false]);
    mine.shared.settled(next);
    expect(mine.shared.isNews(next)).toBe(false);
  });

  it("have the version in common that the other tab opened, from the view of both", () => {
    const all = [version(1, null)];
    const [mine, theirs] = [new Tab(all), new Tab(all)];
    mine.shared.opened(all[0]);
    mine.save();
    const common = mine.save();
    theirs.shared.opened(common);
    const [ours, other] = [mine.save(), theirs.save()];
    expect(mine.shared.commonWith(other, all)).toBe(common);
    expect(theirs.shared.commonWith(ours, all)).toBe(common);
    // If it was thinned out, an older one that led to both.
    const left = all.filter((each) => each !== common);
    expect(mine.shared.commonWith(other, left)?.id).toBe("2");
    expect(theirs.shared.commonWith(ours, left)?.id).toBe("2");
  });

  it("have what one tab merged in common", () => {
    const all: KeptVersion[] = [];
    const [mine, theirs] = [new Tab(all), new Tab(all)];
    theirs.shared.opened(mine.save());
    mine.save();
    const other = theirs.save();
    mine.shared.settled(other);
    const merged = mine.save();
    expect(theirs.shared.commonWith(merged, all)).toBe(other);
    const later = theirs.save();
    expect(mine.shared.commonWith(later, all)).toBe(other);
  });

  it("have nothing known in common with a tab that started from a third one", () => {
    const all: KeptVersion[] = [];
    const [mine, second, third] = [new Tab(all), new Tab(all), new Tab(all)];
    second.shared.opened(mine.save());
    third.shared.opened(second.save());
    expect(mine.shared.commonWith(third.save(), all)).toBeNull();
  });
});
