import type { DomainEvent } from '@florin/contracts';
import { type InboxTables, insertInbox, type LeaseTables, withTables } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';

export type ConsumerTables = InboxTables & LeaseTables;

export interface Consumer<Tables extends ConsumerTables> {
  /** Durable name, which identifies its position in each stream and its rows. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  /** Subject filter of the source's events: `payment.*`; all by default. */
  readonly only?: string;
  /** Event types that it handles; others are acknowledged and not stored. All by default. */
  readonly types?: ReadonlySet<string>;
  /**
   * Finds handled events in the consumer's own rows, which replace the inbox. Called under the
   * lease, in the transaction of the work.
   */
  readonly findKnown?: (
    tx: Transaction<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** Pause after a batch in milliseconds, which adds to latency. */
  readonly gatherMs?: number;
  /** Handles new events in stream order, in the transaction that detected them as new. */
  readonly handle: (tx: Transaction<Tables>, events: readonly DomainEvent[]) => Promise<void>;
  /** Called when a message became a dead letter, which an operator must inspect. */
  readonly onDeadLetter: (eventId: string | null, reason: string) => void;
  /** Called for forged events, which their service cannot have published. */
  readonly onRefused: (subjects: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/** Lease name of a consumer for a source; without a source, the common prefix. */
export function leaseOf(consumer: string, source = ''): string {
  return `${consumer}:${source}`;
}

/**
 * Which of these events a consumer has handled. Without `findKnown`, this records the events in the
 * inbox, which holds if the transaction commits.
 */
export async function findHad<Tables extends ConsumerTables>(
  { name, findKnown }: Pick<Consumer<Tables>, 'name' | 'findKnown'>,
  tx: Transaction<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (findKnown) return findKnown(tx, ids);
  const isNew = await insertInbox(withTables<InboxTables, Tables>(tx), name, ids);
  return new Set(ids.filter((id) => !isNew.has(id)));
}
