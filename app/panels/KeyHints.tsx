/** Keys, each with what it does. */
export type KeyHintList = readonly (readonly [key: string, does: string])[];

/** What keys do while a bone is turned by its rings. */
export const RING_HINTS: Record<string, KeyHintList> = {
  "over ring": [["drag", "turns the bone"]],
  turning: [
    ["Shift", "a tenth"],
    ["Ctrl", "steps of 5°"],
    ["Esc", "gives up"],
  ],
};

/** What keys do while amounts are painted onto the mesh. */
export const AMOUNT_HINTS: KeyHintList = [
  ["Shift", "smooths"],
  ["Ctrl", "inverts"],
  ["[ ]", "radius"],
  ["Esc", "stops"],
];

export function KeyHints({ hints }: { hints: KeyHintList }) {
  return hints.map(([key, does]) => (
    <span key={key}>
      <kbd>{key}</kbd> {does}
    </span>
  ));
}
