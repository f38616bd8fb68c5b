import { applyEvent } from './apply.ts';
import { periodCharge } from './charges.ts';
import type { Command, Create } from './command.ts';
import { decideCancel, decideEndWithAccount, decideUncancel } from './decide-cancel.ts';
import { decidePause, decideResume } from './decide-pause.ts';
import { decideChargeRecord, decidePaymentRecord } from './decide-records.ts';
import { decideTick } from './decide-tick.ts';
import { decideUpdate } from './decide-update.ts';
import { decideVoid } from './decide-void.ts';
import { accept, type Decision, refuse } from './decision.ts';
import type { SubscriptionEvent } from './event.ts';
import { DAY_MS, wholeSecond } from './instants.ts';
import type { Subscription } from './subscription.ts';

/** Decides what a command leads to; touches nothing, and says the same whenever it is asked. */
export function decide(
  subscription: Subscription,
  command: Exclude<Command, Create>,
  nowMs: number,
): Decision {
  const at = wholeSecond(nowMs);
  switch (command.type) {
    case 'record_charge':
      return decideChargeRecord(subscription, command, at);
    case 'record_payment':
      return decidePaymentRecord(subscription, command.invoiceId, at);
    case 'tick':
      return decideTick(subscription, command.invoiceId, at);
    case 'update':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'uncancel':
    case 'void_invoice':
    case 'end_with_account':
      if (subscription.charging)
        return refuse('busy', 'a charge of this subscription is on its way: repeat in a second');
      return decideRequest(subscription, command, at);
    default:
      return command satisfies never;
  }
}

/** A new subscription: in its trial, or with its first charge started. */
export function decideCreate(command: Create, nowMs: number): readonly SubscriptionEvent[] {
  const at = wholeSecond(nowMs);
  const { type: _, trialDays, invoiceId, ...terms } = command;
  const trialEndAt = trialDays === 0 ? null : at + trialDays * DAY_MS;
  const created = { type: 'created', at, ...terms, trialEndAt } as const;
  if (trialEndAt !== null) return [created];
  const charge = periodCharge(applyEvent(undefined, created), invoiceId);
  const charging = { charge, attempt: 1, by: 'request', startedAt: at } as const;
  return [created, { type: 'charge_started', at, charging }];
}

type Request = Extract<
  Command,
  {
    type:
      | 'update'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'uncancel'
      | 'void_invoice'
      | 'end_with_account';
  }
>;

function decideRequest(subscription: Subscription, command: Request, at: number): Decision {
  switch (command.type) {
    case 'update':
      return decideUpdate(subscription, command, at);
    case 'pause':
      return decidePause(subscription, command.resumesAt, at);
    case 'resume':
      return decideResume(subscription, at);
    case 'cancel':
      return decideCancel(subscription, command.atPeriodEnd, at);
    case 'uncancel':
      return decideUncancel(subscription, at);
    case 'void_invoice':
      return decideVoid(subscription, command, at);
    case 'end_with_account':
      return subscription.status === 'paused' ? decideEndWithAccount(subscription, at) : accept();
    default:
      return command satisfies never;
  }
}
