import type { DomainEvent } from '@florin/contracts';
import { type InboxTables, insertInbox, type LeaseTables, withTables } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';

export type ConsumerTables = InboxTables & LeaseTables;

export interface Consumer<Tables extends ConsumerTables> {
  /** Durable name: its place in each stream and what it keeps of events go by it. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  /** Which of the source's events it is sent: `payment.*`; without it all. */
  readonly only?: string;
  /** Which types of events it does something with: it keeps nothing of others. Without it all. */
  readonly types?: ReadonlySet<string>;
  /**
   * Which of these events it has handled, where its own rows tell: it then has no rows of the inbox. It
   * is asked under the lease, in the transaction of the work.
   */
  readonly findKnown?: (
    tx: Transaction<Tables>,
    ids: readonly string[],
  ) => Promise<ReadonlySet<string>>;
  /** How long more may gather behind a batch, in milliseconds: what comes is as much later. */
  readonly gatherMs?: number;
  /** Does the work of new events, in stream order, in the transaction that knows which they are. */
  readonly handle: (tx: Transaction<Tables>, events: readonly DomainEvent[]) => Promise<void>;
  /** A message became a dead letter: an operator has to look at it. */
  readonly onDeadLetter: (eventId: string | null, reason: string) => void;
  /** These are forged: their service cannot have published them. */
  readonly onRefused: (subjects: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
}

/** The name of the lease under which a consumer works on a source; with no source, how all begin. */
export function leaseOf(consumer: string, source = ''): string {
  return `${consumer}:${source}`;
}

/**
 * Which of these events a consumer has had. One that cannot tell by itself notes them in the inbox: for
 * the next time, and for as long as the transaction does not fail.
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
