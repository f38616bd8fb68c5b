import { AppError } from '@florin/contracts';
import { METADATA_TOO_LARGE, type Metadata, mergeMetadata } from '../domain/metadata.ts';

/**
 * The metadata after a request, which leaves it out or merges it by key.
 * @throws AppError invalid_request if the result exceeds its limits.
 */
export function mergedMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return before;
  const merged = mergeMetadata(before, change);
  if (merged === undefined) throw new AppError('invalid_request', METADATA_TOO_LARGE);
  return merged;
}
