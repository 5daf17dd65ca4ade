/** What keys do with every brush of the Paint workspace. */
const BRUSH = [
  ["B", "drag radius"],
  ["Alt", "picks a bone"],
  ["V", "keeps the vertex"],
] as const;

/** What modifier keys do to what the hand does now. */
const HINTS = {
  painting: [
    ["Shift", "smooths"],
    ["Ctrl", "inverts"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "painting amounts": [
    ["Shift", "smooths"],
    ["Ctrl", "erases"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "painting regions": [
    ["Ctrl", "erases"],
    ["[ ]", "radius"],
    ["Esc", "stops"],
  ],
  "weight brush": [["Ctrl", "inverts"], ["Shift", "smooths"], ...BRUSH],
  "constraint brush": [["Ctrl", "holds 1 minus the value"], ["Shift", "smooths"], ...BRUSH],
  "influence brush": [["Ctrl", "keeps the bone away"], ...BRUSH],
  "wire brush": [
    ["Ctrl", "takes links away"],
    ["Esc", "gives up"],
  ],
  "attach brush": [["Ctrl", "lets go"], ...BRUSH],
  "neumann brush": [["Ctrl", "lets go"], ...BRUSH],
  "smooth brush": [["Ctrl", "takes it away"], ...BRUSH],
  "exclude brush": [["Ctrl", "counts more"], ...BRUSH],
  "over handle": [
    ["drag", "moves the bone over the surface"],
    ["Ctrl", "selects several"],
  ],
  moving: [["Esc", "leaves the bone where it was"]],
  drawing: [
    ["click", "places a joint"],
    ["Ctrl", "without snapping"],
    ["X", "both sides"],
    ["Esc", "ends the chain"],
  ],
  "over joint": [
    ["click", "draws on from here"],
    ["drag", "moves the joint"],
    ["Ctrl", "without snapping"],
    ["Alt", "this end only"],
  ],
  "over segment": [
    ["click", "selects"],
    ["drag", "moves the bone"],
    ["S", "splits"],
    ["Delete", "removes"],
  ],
  "over ring": [["drag", "turns the bone"]],
  turning: [
    ["Shift", "a tenth"],
    ["Ctrl", "steps of 5°"],
    ["Esc", "gives up"],
  ],
} as const;

/** Each key with what it does. */
export function KeyHints({ of }: { of: keyof typeof HINTS }) {
  return HINTS[of].map(([key, does]) => (
    <span key={key}>
      <kbd>{key}</kbd> {does}
    </span>
  ));
}
