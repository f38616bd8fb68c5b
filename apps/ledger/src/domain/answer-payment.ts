import { AppError, isReplayable, type Reply, refuse } from '@florin/contracts';
import type { Balance } from './balance.ts';
import { decideBegin, decideFinish } from './decide-attempt.ts';
import { decideCancelPayment, decideExpirePayment, decideRequest } from './decide-payment.ts';
import type { Cause } from './event.ts';
import { once } from './once.ts';
import type { OpenBatch } from './open-batch.ts';
import {
  applyPayment,
  findPayment,
  findPaymentByKey,
  preparePaymentGround,
} from './open-payments.ts';
import { type PaymentCommand, paymentOf, type RequestPayment } from './payment-command.ts';
import type { PaymentChange, PaymentDecision, PaymentGround } from './payment-decision.ts';
import { type PaymentRequest, toLinkedResource } from './payment-request.ts';
import type { CommandKey, Verdict } from './submission.ts';

/** What a command on payment requests comes to, within a batch. */
export function answerPayment(
  batch: OpenBatch,
  balance: Balance,
  command: PaymentCommand,
  { key, cause }: { readonly key: CommandKey | undefined; readonly cause: Cause },
): Verdict {
  const before =
    command.kind === 'request_payment'
      ? findPaymentByKey(batch, balance.accountId, command.key)
      : findPayment(batch, balance.accountId, paymentOf(command));
  if (!before && command.kind !== 'request_payment') return unknown();
  return once(batch, balance.accountId, key, () => {
    const ground = preparePaymentGround(batch, balance, before);
    const decision =
      command.kind === 'request_payment'
        ? decideRequest(ground, before, command)
        : before && decide(ground, before, command);
    if (!decision) return unknown();
    if (!decision.accepted) {
      const reply = refuse(decision.code, decision.message);
      return isReplayable(reply) ? reply : new AppError(decision.code, decision.message);
    }
    applyPayment(batch, cause, ground, before, decision);
    return toReply(command, decision);
  });
}

/** Undefined when the attempt to end is none of this payment request. */
function decide(
  ground: PaymentGround,
  before: PaymentRequest,
  command: Exclude<PaymentCommand, RequestPayment>,
): PaymentDecision | undefined {
  switch (command.kind) {
    case 'cancel_payment':
      return decideCancelPayment(ground, before, command.by);
    case 'expire_payment':
      return decideExpirePayment(ground, before);
    case 'begin_attempt':
      return decideBegin(ground, before, command.processor);
    case 'finish_attempt': {
      const attempt = ground.attempts.find(({ id }) => id === command.attemptId);
      return attempt && decideFinish(ground, before, attempt, command.outcome);
    }
    default:
      return command satisfies never;
  }
}

/** What whoever sent the command reads. Stored with its key, in the same transaction. */
function toReply(command: PaymentCommand, { payment, attempt }: PaymentChange): Reply {
  switch (command.kind) {
    case 'request_payment': {
      const { updated_at: _, ...made } = toLinkedResource(payment, command.linkBase);
      return { status: 201, body: made };
    }
    case 'cancel_payment':
      return { status: 200, body: toLinkedResource(payment, command.linkBase) };
    case 'expire_payment':
      return { status: 200, body: {} };
    case 'begin_attempt':
    case 'finish_attempt':
      return { status: 200, body: { attemptId: attempt?.id, status: attempt?.status } };
    default:
      return command satisfies never;
  }
}

function unknown(): AppError {
  return new AppError('not_found', 'there is no payment request with this id');
}
