import { eventCatalogue } from './events.ts';
import type { PublicEvent } from './resources/event.ts';
import { invoiceFormerNames } from './resources/invoice.ts';
import { subscriptionFormerNames } from './resources/subscription.ts';
import { transactionFormerNames } from './resources/transaction.ts';

type Members = PublicEvent['data']['object'];

const formerNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction: transactionFormerNames,
  subscription: subscriptionFormerNames,
  // Not carried as it is: null on a one-off invoice, where the former name is empty.
  invoice: { subscription: 'subscription_id', ...invoiceFormerNames },
};

interface OlderEvent {
  readonly type: string;
  readonly data: PublicEvent['data'];
  /** Of the account that it is about; null outside any. */
  readonly livemode: boolean | null;
}

/** What an event carries, with names that the version which wrote it may not have known. */
export function toPresentData({ type, data, livemode }: OlderEvent): PublicEvent['data'] {
  if (!Object.hasOwn(eventCatalogue, type)) return data;
  const [kind = ''] = type.split('.');
  const members = addNames(kind, data.object);
  const object = {
    ...{ object: kind, livemode },
    ...membersOfAccount(kind, members),
    ...verifiedOf(kind),
    ...creatorOf(kind),
    ...members,
  };
  return data.previous === undefined
    ? { object }
    : { object, previous: addNames(kind, data.previous) };
}

function addNames(kind: string, members: Members): Members {
  const missing = Object.entries(formerNames[kind] ?? {})
    .filter(([old, now]) => Object.hasOwn(members, old) && !Object.hasOwn(members, now))
    .map(([old, now]): [string, Members[string]] => [now, members[old] ?? null]);
  return { ...members, ...Object.fromEntries(missing) };
}

/** Addresses were among the settings of an account, and before that nowhere; nobody gave a reason. */
function membersOfAccount(kind: string, { settings }: Members): Members {
  if (kind !== 'account') return {};
  const { return_urls = [] } = settings as { return_urls?: string[] };
  return { status_reason: null, return_urls };
}

/** Nobody was asked to verify an email then, and those of then count as verified. */
function verifiedOf(kind: string): Members {
  return kind === 'user' ? { email_verified: true } : {};
}

/** Earlier versions did not record the user who made an API key. */
function creatorOf(kind: string): Members {
  return kind === 'api_key' ? { created_by_id: null } : {};
}
