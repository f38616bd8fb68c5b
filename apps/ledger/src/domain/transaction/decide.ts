import { METADATA_BYTES_MAX, METADATA_KEYS_MAX } from '@florin/contracts';
import { addAmounts, move } from '../balance.ts';
import { decideCreate } from './decide-create.ts';
import {
  type Command,
  type Decision,
  type DecisionContext,
  type ExpireTransaction,
  type Metadata,
  refuse,
  type Transaction,
  type UpdateTransaction,
} from './model.ts';

/** Decides a command on rows read under the account's lock. Pure. */
export function decide(context: DecisionContext, command: Command): Decision {
  if (command.kind === 'create') return decideCreate(context, command);
  const { target } = context;
  if (!target) return refuse('not_found', 'there is no transaction with this id');
  switch (command.kind) {
    case 'capture':
      return decideCapture(context, target, command.amount);
    case 'cancel':
      return decideCancel(context, target);
    case 'settle':
      return decideSettle(context, target);
    case 'expire':
      return decideExpire(context, target, command);
    case 'update':
      return decideUpdate(context, target, command);
    default:
      return command satisfies never;
  }
}

/** Takes up to the held amount and releases the rest; works once. */
function decideCapture(
  { now }: DecisionContext,
  payment: Transaction,
  requested: bigint | null,
): Decision {
  const refusal = refuseUnlessPending(payment, 'captured');
  if (refusal) return refusal;
  const captured = requested ?? payment.amount;
  if (captured > payment.amount)
    return refuse('invalid_request', `amount: only ${payment.amount} is held`);
  const taken = move('held', 'settled', captured);
  const rest = move('held', 'available', payment.amount - captured);
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'succeeded', capturedAmount: captured }),
    movement: { kind: 'capture', amounts: addAmounts(taken, rest) },
  };
}

export function decideCancel({ now }: DecisionContext, payment: Transaction): Decision {
  if (payment.status !== 'pending') return refuse('not_cancellable', whyNotCancellable(payment));
  if (payment.capture === null) return refuse('not_cancellable', inTransitMessage(payment));
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'canceled', canceledAt: now }),
    movement: { kind: 'release', amounts: move('held', 'available', payment.amount) },
  };
}

function decideSettle({ now }: DecisionContext, payment: Transaction): Decision {
  const refusal = refuseUnlessPending(payment, 'settled') ?? refuseUnlessDue(payment, now);
  if (refusal) return refusal;
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'succeeded', capturedAmount: payment.amount }),
    movement: { kind: 'settle', amounts: move('held', 'settled', payment.amount) },
  };
}

/** Ends a hold that was not captured. */
function decideExpire(
  { now }: DecisionContext,
  payment: Transaction,
  { isEarly }: ExpireTransaction,
): Decision {
  const refusal =
    refuseUnlessPending(payment, 'expired') ??
    (isEarly ? refuseUnlessManual(payment) : refuseUnlessDue(payment, now));
  if (refusal) return refusal;
  return {
    accepted: true,
    transaction: changed(payment, now, { status: 'failed', failureReason: 'capture_expired' }),
    movement: { kind: 'release', amounts: move('held', 'available', payment.amount) },
  };
}

function changed(before: Transaction, now: number, change: Partial<Transaction>): Transaction {
  return { ...before, ...change, version: before.version + 1n, dueAt: null, updatedAt: now };
}

/** Owners of a withdrawal, as named in its metadata. */
const OWNERS = ['refund_id', 'dispute_id', 'payout_id'];

function inTransitMessage({ metadata }: Transaction): string {
  const owner = OWNERS.map((name) => metadata[name]).find((id) => typeof id === 'string');
  const purpose = owner === undefined ? '' : ` for ${owner}`;
  return `this money is being paid out of the account${purpose}; the processor decides how it ends`;
}

function refuseUnlessPending(payment: Transaction, done: string): Decision | undefined {
  const { status, capture } = payment;
  if (status === 'pending')
    return capture === null ? refuse('conflict', inTransitMessage(payment)) : undefined;
  return refuse('conflict', `only a pending payment can be ${done}; this transaction is ${status}`);
}

function refuseUnlessDue({ dueAt }: Transaction, now: number): Decision | undefined {
  return dueAt !== null && dueAt <= now ? undefined : refuse('conflict', 'it is not due yet');
}

function refuseUnlessManual({ capture }: Transaction): Decision | undefined {
  if (capture === 'manual') return undefined;
  return refuse(
    'conflict',
    'only a payment with capture manual can expire; this one settles automatically',
  );
}

function whyNotCancellable({ type, status, capture }: Transaction): string {
  if (status === 'succeeded' && type === 'payment' && capture === null)
    return 'this payment has left the account; it cannot be canceled or refunded here';
  if (status === 'succeeded' && type === 'payment')
    return 'this payment has succeeded; refund it by POST /v1/transactions with type refund and refund_of_id';
  const rule = `only a pending transaction can be canceled; this ${type} is ${status}`;
  if (status !== 'succeeded') return rule;
  return `${rule}; for a payment that has succeeded, create a refund instead (POST /v1/transactions with type refund)`;
}

/** Changes fields that do not affect money. An update without changes leaves no trace. */
function decideUpdate(
  { now }: DecisionContext,
  before: Transaction,
  { fixedFields, reference, metadata }: UpdateTransaction,
): Decision {
  if (fixedFields.length > 0)
    return refuse(
      'conflict',
      `${fixedFields.join(', ')} cannot be changed; cancel the transaction or refund it`,
    );
  const merged = mergeMetadata(before.metadata, metadata);
  const text = JSON.stringify(merged);
  if (
    Object.keys(merged).length > METADATA_KEYS_MAX ||
    Buffer.byteLength(text) > METADATA_BYTES_MAX
  )
    return refuse(
      'invalid_request',
      `metadata: may have at most ${METADATA_KEYS_MAX} keys and ${METADATA_BYTES_MAX} bytes, including existing keys`,
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
  // A map, because `__proto__` must be an ordinary key.
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === '') merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
