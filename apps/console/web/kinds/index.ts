import type { Session } from '../core/session.ts';
import * as account from './account.ts';
import * as billing from './billing.ts';
import * as catalogue from './catalogue.ts';
import * as invoices from './invoices.ts';
import type { Kind, TextName } from './kind.ts';
import * as money from './money.ts';

/** What the navigation shows, in its order. */
export const groups: readonly { readonly label: TextName; readonly kinds: readonly Kind[] }[] = [
  {
    label: 'groupMoney',
    kinds: [money.payments, money.refunds, money.disputes, money.payouts, money.transactions],
  },
  {
    label: 'groupBilling',
    kinds: [
      ...[billing.customers, billing.subscriptions, invoices.invoices, invoices.creditNotes],
      ...[catalogue.plans, billing.paymentMethods, catalogue.testClocks],
    ],
  },
  { label: 'groupBuild', kinds: [account.events, account.endpoints, account.apiKeys] },
  {
    label: 'groupPeople',
    kinds: [
      ...[account.users, account.invitations, account.sessions, account.auditLog],
      account.accounts,
    ],
  },
];

const kinds: readonly Kind[] = [
  ...groups.flatMap((group) => group.kinds),
  ...[money.entries, account.deliveries],
];

export function kindOfScreen(screen: string): Kind | undefined {
  return kinds.find((kind) => kind.screen === screen);
}

/** The kind that an id is of, where it has a page. */
export function kindOfId(id: string): Kind | undefined {
  const prefix = /^([a-z]{2,3})_[0-9a-z]{26}$/.exec(id)?.[1];
  return prefix === undefined ? undefined : kinds.find((kind) => kind.prefix === prefix);
}

export function kindOfName(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

export function isFor(kind: Kind, session: Session): boolean {
  return kind.isFor?.(session) ?? true;
}
