/** Bounds of a `metadata` object; bytes are those of its JSON text. */
export const METADATA_KEYS_MAX = 50;
export const METADATA_BYTES_MAX = 16_384;
