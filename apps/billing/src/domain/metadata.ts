import { METADATA_BYTES_MAX, METADATA_KEYS_MAX } from '@florin/contracts';

export type Metadata = Readonly<Record<string, unknown>>;

/** Refusal of a change that exceeds the metadata limits. */
export const METADATA_TOO_LARGE = `metadata: may have at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes, including existing keys`;

/**
 * Merges by key; null or an empty string deletes a key, and null alone deletes all. Undefined if the
 * result is too large.
 */
export function mergeMetadata(before: Metadata, change: Metadata | null): Metadata | undefined {
  if (change === null) return {};
  const merged = Object.entries({ ...before, ...change }).filter(
    ([name, value]) => value !== null && change[name] !== '',
  );
  const metadata = Object.fromEntries(merged);
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  return merged.length > METADATA_KEYS_MAX || bytes > METADATA_BYTES_MAX ? undefined : metadata;
}
