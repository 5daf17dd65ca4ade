import { describe, expect, it } from "vitest";
import { scanText } from "./scan-text";

const scan = (text: string) => scanText(new TextEncoder().encode(text));

const FILE = `; FBX 7.4.0 project file

Objects:  {
	Model: 12, "Model::arm", "LimbNode" {
		Version: 232
		Model: 13, "Model::inner", "LimbNode" {
		}
	}
	AnimationCurve: 5, "AnimCurve::", "" {
		KeyTime: *4 {
			a: 1,2,3,4
		}
		KeyValueFloat: *4 {
			a: 0,-180,
-1.5,200
		}
		Other: *2 {
			a: 900,-900
		}
	}
	Geometry: 6, "Geometry::g", "Mesh" {
		PolygonVertexIndex: *7 {
			a: 0,1,-3,0,1,2,-4
		}
	}
}
Connections:  {
	C: "OO",12,0
	;C: "OO",13,0
	C: "OP",5,12, "d|X"
	D: "OO",7,8
}
C: "OO",1,2
`;

describe("a text FBX", () => {
  it("tells its objects, connections, curves and faces", () => {
    const outline = scan(FILE);
    expect(outline.objects).toEqual([
      { type: "Model", id: 12, name: "arm", kind: "LimbNode" },
      { type: "AnimationCurve", id: 5, name: "", kind: "" },
      { type: "Geometry", id: 6, name: "g", kind: "Mesh" },
    ]);
    expect(outline.connections).toEqual([
      { child: 12, parent: 0, property: "" },
      { child: 5, parent: 12, property: "d|X" },
    ]);
    // Steps of 180, 178.5 and 201.5: two of them turn. The list goes on in the next line.
    expect([...outline.curves]).toEqual([[5, { keys: 4, turned: 180 + 201.5 }]]);
    expect(outline.faces).toEqual([{ corners: 7, largest: 4 }]);
  });

  it("may have lines of any program, and no newline at its end", () => {
    const outline = scan(FILE);
    expect(scan(FILE.replaceAll("\n", "\r\n"))).toEqual(outline);
    expect(scan(FILE.replaceAll("\n", "\r"))).toEqual(outline);
    expect(scan(FILE.trimEnd())).toEqual(outline);
  });

  it("is damaged where its braces are not indented as deep as they lie", () => {
    expect(() => scan('Objects: {\nModel: 1, "a", "b" {\n}\n}\n')).toThrow(
      'The record "Model" is indented by 0, but lies in 1 others.',
    );
    expect(() => scan("Objects: {\n\t}\n")).toThrow(
      'The record "Objects" is indented by 1, but lies in 0 others.',
    );
    expect(() => scan("\tObjects: {\n\t}\n")).toThrow("is indented by 1, but lies in 0 others");
    const long = "A".repeat(60);
    expect(() => scan(`\t${long}: {\n`)).toThrow(`The record "${"A".repeat(40)}" is indented`);
  });

  it("is damaged where it ends in a record", () => {
    expect(() => scan("Objects: {\n")).toThrow("It ends in the middle.");
    expect(() => scan("Objects: {\n}\n")).not.toThrow();
  });

  it("has numbers of a list in lines without tabs only", () => {
    const keys = (line: string) =>
      scan(
        `Objects: {\n\tAnimationCurve: 5, "", "" {\n\t\tKeyTime: *2 {\n\t\t\ta: 1,2\n${line}\n\t\t}\n\t}\n}\n`,
      ).curves.get(5)?.keys;
    expect(keys(",3,4,")).toBe(4);
    expect(keys("\t3,4")).toBe(2);
    expect(keys("")).toBe(2);
  });
});
