import { AppError, newId, type Reply, refuse, toPublicId, type Uuid } from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { ProcessorsClient } from '../../clients.ts';
import type { Cause } from '../../domain/cause.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import { IS_BEING_PAID } from '../../domain/payment.ts';
import { toCreditNoteResource } from '../../domain/resources/credit-note.ts';
import { fromJsonText, toJsonText } from '../../json-text.ts';
import type { BillingTables } from '../../schema.ts';
import { type LockedInvoice, lockInvoice } from '../invoices/lock.ts';
import { busyReply, retryWhileBusy } from '../subscriptions/busy.ts';
import { type Crediting, draftNote, issueNote, releaseNote, reserveNote } from './issue.ts';
import { deletePendingNote, findCreditNote } from './queries.ts';

type Tx = Transaction<BillingTables>;

/** State of the saga. Persisted, so its fields must not be renamed. */
export interface CreditNoteRequest {
  readonly id: Uuid;
  readonly invoiceId: Uuid;
  /** {@link Crediting} as JSON text. */
  readonly crediting: string;
  readonly cause: Cause;
  readonly refund: { readonly id: string } | { readonly refusal: Reply } | null;
}

export interface CreditNoteDeps {
  readonly db: Kysely<BillingTables>;
  readonly processors: ProcessorsClient;
  /** Ends the payment page of an invoice; false if the customer is paying or has paid. */
  readonly stopPayment: (invoice: Invoice, requestId: string) => Promise<boolean>;
}

/** Must be shorter than the lease of a step. */
const REFUND_TIMEOUT_MS = 3_500;

export function newCreditNoteRequest(
  invoiceId: Uuid,
  crediting: Crediting,
  cause: Cause,
): CreditNoteRequest {
  return { id: newId(), invoiceId, crediting: toJsonText(crediting), cause, refund: null };
}

/**
 * Issues a credit note. For an unpaid invoice, ends the payment page first; card refunds precede
 * the note's number, so a refused refund never leaves a note.
 */
export function creditNoteSaga(deps: CreditNoteDeps): Saga<CreditNoteRequest, BillingTables> {
  return {
    kind: 'credit_note',
    first: 'prepare',
    steps: {
      async prepare(state) {
        const prepared = await retryWhileBusy(() =>
          deps.db.transaction().execute((tx) => prepare(tx, state)),
        );
        if ('body' in prepared) return { done: async () => prepared };
        if (prepared.next === 'refund') return { next: 'refund', state };
        const { invoice } = prepared.locked;
        const isStopped = await deps.stopPayment(invoice, state.cause.requestId ?? state.id);
        if (!isStopped) return { done: async () => refuse('conflict', IS_BEING_PAID) };
        return { next: 'issue', state };
      },
      async refund(state) {
        const refund = await refundCard(deps, state);
        return { next: 'issue', state: { ...state, refund } };
      },
      async issue(state) {
        return { done: (tx) => issue(tx, state) };
      },
    },
  };
}

type Prepared = { readonly next: 'stop' | 'refund'; readonly locked: LockedInvoice };

/** Idempotent. */
async function prepare(tx: Tx, state: CreditNoteRequest): Promise<Reply | Prepared> {
  const locked = await lock(tx, state);
  if ('body' in locked) return locked;
  if (await findCreditNote(tx, state.id)) return { next: 'refund', locked };
  const note = await draftNote(tx, locked, fromJsonText(state.crediting), state.id);
  if ('refusal' in note) return refuse('conflict', note.refusal);
  if (note.destination !== 'card') return { next: 'stop', locked };
  await reserveNote(tx, locked, note);
  return { next: 'refund', locked };
}

async function issue(tx: Tx, state: CreditNoteRequest): Promise<Reply> {
  const locked = await lock(tx, state);
  if ('body' in locked) return locked;
  const occasion = { ...locked.times, cause: state.cause };
  const { refund } = state;
  const reserved = await findCreditNote(tx, state.id);
  if (reserved && refund && 'refusal' in refund) {
    await deletePendingNote(tx, reserved.id);
    await releaseNote(tx, locked.invoice, reserved);
    return refund.refusal;
  }
  const drafted =
    reserved ?? (await draftNote(tx, locked, fromJsonText(state.crediting), state.id));
  if ('refusal' in drafted) return refuse('conflict', drafted.refusal);
  const note = { ...drafted, refundId: refund && 'id' in refund ? refund.id : null };
  const issued = await issueNote(tx, locked, note, occasion);
  return { status: 201, body: toCreditNoteResource(issued) };
}

/** Locks the invoice. Returns a refusal if a charge of it is pending or will be retried. */
async function lock(tx: Tx, { invoiceId }: CreditNoteRequest): Promise<Reply | LockedInvoice> {
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) throw new Error(`there is no invoice ${invoiceId}`);
  const { charging, dunning } = locked.stored?.subscription ?? {};
  if (charging) return busyReply();
  if (dunning?.charge?.invoiceId === invoiceId)
    return refuse(
      'conflict',
      'automatic charges of this invoice are not finished; void it, or wait until it is paid',
    );
  return locked;
}

/** Refunds the reserved amount of a note. Idempotent. */
export async function refundCard(
  deps: Pick<CreditNoteDeps, 'db' | 'processors'>,
  state: CreditNoteRequest,
): Promise<NonNullable<CreditNoteRequest['refund']>> {
  const note = await findCreditNote(deps.db, state.id);
  if (!note) throw new Error(`credit note ${state.id} was not reserved`);
  const context = { requestId: state.cause.requestId ?? state.id, timeoutMs: REFUND_TIMEOUT_MS };
  const request = {
    accountId: note.sellerId,
    invoiceId: note.invoiceId,
    amount: note.amount.toString(),
    key: note.id,
    reason: `credit note ${toPublicId('creditNote', note.id)}`,
  };
  try {
    const { refundId } = await deps.processors.refundInvoice(request, context);
    return { id: refundId };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    // The client named the note's fields, not those of the refund, so the field prefix is dropped.
    const reason = error.message.replace(/^\w+: /, '');
    return { refusal: refuse('conflict', `credit_to: the refund was refused: ${reason}`) };
  }
}
