/** The text with a capital at the start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
