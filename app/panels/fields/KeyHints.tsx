/** Pairs of a key and its effect. An empty key makes a plain sentence. */
export type KeyHintList = readonly (readonly [key: string, does: string])[];

/** Keys for turning a bone by its rings, for each state of the pointer. */
export const RING_HINTS: Record<string, KeyHintList> = {
  "over ring": [["drag", "rotates the bone"]],
  turning: [
    ["Shift", "fine"],
    ["Ctrl", "steps of 5°"],
    ["Esc", "cancels"],
  ],
};

/** Keys for painting amounts onto the mesh. */
export const AMOUNT_HINTS: KeyHintList = [
  ["Shift", "smooths"],
  ["Ctrl", "inverts"],
  ["B", "drag radius"],
  ["Shift+B", "drag strength"],
  ["Esc", "stops"],
];

export function KeyHints({ hints }: { hints: KeyHintList }) {
  return hints.map(([key, does]) => (
    <span key={key}>
      {key && <kbd>{key}</kbd>} {does}
    </span>
  ));
}
