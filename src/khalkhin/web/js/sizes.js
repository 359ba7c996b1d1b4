// @ts-check
// Screens that are laid out in another way, for matchMedia; the style sheets ask the same. A low one is a phone held sideways.

export const PHONE = "(max-width: 699.98px), (max-height: 499.98px)";
export const TABLET = "(min-width: 700px) and (max-width: 1199.98px) and (min-height: 500px)";
/** A phone held sideways: the sheet stands beside the map. */
export const BESIDE = "(min-width: 560px) and (max-height: 499.98px)";
