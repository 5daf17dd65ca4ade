/** The methods of the project store that pages may call through its worker. */
export const STORE_CALLS = [
  ...(["list", "project", "keep", "load", "thin", "keepView", "room"] as const),
  ...(["describe", "remove", "bringBack", "removeForGood", "emptyBin", "duplicate"] as const),
  ...(["picture", "keepPictures"] as const),
];

export type StoreCall = (typeof STORE_CALLS)[number];
