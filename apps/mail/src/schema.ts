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
import type { MessageKind } from './domain/mail.ts';
import type { Queue } from './domain/queues.ts';

export interface MailTables
  extends InboxTables,
    LeaseTables,
    OutboxTables,
    IdempotencyTables,
    ErasureTables {
  messages: {
    id: string;
    /** The event that caused it; unique together with kind and receiver. */
    cause_id: string;
    kind: MessageKind;
    /** Null for a user without an account. */
    account_id: string | null;
    /** Null if only the ledger knows it. */
    receiver: string | null;
    /** JSON text when written: the content of the kind. */
    values: string;
    status: Generated<MailStatus>;
    attempts: Generated<number>;
    /** When the next attempt is due; during an attempt, when its lease expires. */
    due_at: Generated<Date>;
    /** Delivery queue. */
    queue: Generated<Queue>;
    /** Why the last attempt failed, or why the email was dropped. */
    reason: string | null;
    created_at: Generated<Date>;
    ended_at: Date | null;
    /** IDs of the event's object, and of the objects it belongs to. */
    about: Generated<string[]>;
    /** Address, once known. */
    sent_to: Generated<string | null>;
  };
  /** Suppressed addresses, in whole or in part. */
  suppressions: {
    id: string;
    /** Null for all accounts. */
    account_id: string | null;
    /** Canonical form. */
    email: string;
    reason: SuppressionReason;
    created_at: Generated<Date>;
  };
  /** Emails sent by an account per clock hour. */
  account_hours: { account_id: string; hour: Date; sent: number };
  /** Unsubscribe links. */
  unsubscribe_links: { token: string; account_id: string; email: string };
  /** Sellers' own texts; null for Florin's. */
  templates: {
    account_id: string;
    kind: TemplateKind;
    language: TemplateLanguage;
    subject: string | null;
    body: string | null;
  };
  /** Daily counts (UTC) of events in the operator's digest. */
  day_counts: { day: Date; type: string; count: bigint };
  /** Email received by the mailbox of development mode. */
  mailbox: {
    id: string;
    receiver: string;
    raw: Buffer;
    received_at: Generated<Date>;
  };
}

export type Db = Kysely<MailTables>;
