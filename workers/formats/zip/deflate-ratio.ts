/**
 * The most bytes that one deflated byte can unpack to. A file that claims more is damaged, or was made to fill the
 * memory.
 */
export const DEFLATE_RATIO = 1040;

/** More data than this, packed more tightly than the ratio, is refused as a bomb: no mesh is packed so tightly. */
export const PLAIN_BYTES = 64e6;
export const PLAIN_RATIO = 200;
