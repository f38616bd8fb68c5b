import { METADATA_BYTES_MAX, METADATA_KEYS_MAX } from '@florin/contracts';
import type { UpdateTransaction } from './command.ts';
import { type Decision, type Ground, refuse } from './decision.ts';
import type { Metadata, Transaction } from './transaction.ts';

/** Changes what does not move money. An update that changes nothing leaves no trace. */
export function decideUpdate(
  { now }: Ground,
  before: Transaction,
  { fixedFields, reference, metadata }: UpdateTransaction,
): Decision {
  if (fixedFields.length > 0)
    return refuse(
      'conflict',
      `${fixedFields.join(', ')} cannot be changed: cancel the transaction or refund it`,
    );
  const merged = mergeMetadata(before.metadata, metadata);
  const text = JSON.stringify(merged);
  if (
    Object.keys(merged).length > METADATA_KEYS_MAX ||
    Buffer.byteLength(text) > METADATA_BYTES_MAX
  )
    return refuse(
      'invalid_request',
      `metadata: together with what is there it may have at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes`,
    );
  const newReference = reference === undefined ? before.reference : reference;
  if (newReference === before.reference && text === JSON.stringify(before.metadata))
    return { accepted: true, transaction: before, movement: null };
  const transaction = {
    ...before,
    version: before.version + 1n,
    reference: newReference,
    metadata: merged,
    updatedAt: now,
  };
  return { accepted: true, transaction, movement: null };
}

function mergeMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
  if (change === undefined) return before;
  if (change === null) return {};
  // A map: a key named __proto__ is a key like any other.
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
