/**
 * The most bytes that one deflated byte can unpack to. A file that claims more is damaged, or was made to fill the
 * memory.
 */
export const DEFLATE_RATIO = 1040;
