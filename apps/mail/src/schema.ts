import type {
  MailStatus,
  SuppressionReason,
  TemplateKind,
  TemplateLanguage,
} from '@florin/contracts';
import type {
  ErasureTables,
  IdempotencyTables,
  InboxTables,
  LeaseTables,
  OutboxTables,
} from '@florin/database';
import type { Generated, Kysely } from 'kysely';
import type { Lane } from './outgoing/lanes.ts';
import type { LetterKind } from './rules/model.ts';

export interface MailTables
  extends InboxTables,
    LeaseTables,
    OutboxTables,
    IdempotencyTables,
    ErasureTables {
  letters: {
    id: string;
    /** The event that it tells of: with the kind and the receiver it is there once. */
    cause_id: string;
    kind: LetterKind;
    /** Null of a user without one. */
    account_id: string | null;
    /** Null where only the ledger knows it. */
    receiver: string | null;
    /** JSON text going in: what the kind tells. */
    values: string;
    status: Generated<MailStatus>;
    attempts: Generated<number>;
    /** When it is tried next; while it is being sent, when another process may believe it is not. */
    due_at: Generated<Date>;
    /** What it waits with: nothing of one lane waits for what is in another. */
    lane: Generated<Lane>;
    /** Why the last attempt failed, or why it was dropped. */
    reason: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
    /** Ids of what it is about: of the event's object, and of what that belongs to. */
    about: Generated<string[]>;
    /** Where it went, once that is known. */
    sent_to: Generated<string | null>;
  };
  /** Addresses that nothing, or not everything, is sent to any more. */
  suppressions: {
    id: string;
    /** Null where it is of all accounts. */
    account_id: string | null;
    /** Canonical. */
    email: string;
    reason: SuppressionReason;
    created_at: Generated<Date>;
  };
  /** How many mails of an account were sent within an hour of the clock. */
  account_hours: { account_id: string; hour: Date; sent: number };
  /** By which readers do without what is no duty. */
  unsubscribe_links: { token: string; account_id: string; email: string };
  /** What sellers say in mails in their own words; null where they have none. */
  templates: {
    account_id: string;
    kind: TemplateKind;
    language: TemplateLanguage;
    subject: string | null;
    body: string | null;
  };
  /** How often things have happened on a day (UTC) of which operators hear. */
  day_counts: { day: Date; type: string; count: bigint };
  /** What the mailbox of development has received. */
  mailbox: {
    id: string;
    receiver: string;
    raw: Buffer;
    received_at: Generated<Date>;
  };
}

export type Db = Kysely<MailTables>;
