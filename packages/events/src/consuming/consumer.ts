import type { DomainEvent } from '@florin/contracts';
import type { InboxTables, LeaseTables } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';

export type ConsumerTables = InboxTables & LeaseTables;

export interface Consumer<Tables extends ConsumerTables> {
  /** Durable name: its place in each stream and its part of the inbox go by it. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  /** Which of the source's events it is sent: `payment.*`; without it all. */
  readonly only?: string;
  /** Does the work of new events, in stream order, in the transaction of their inbox rows. */
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
