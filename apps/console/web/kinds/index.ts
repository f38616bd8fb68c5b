import type { Session } from '../core/session.ts';
import * as account from './account.ts';
import * as bank from './bank.ts';
import * as billing from './billing.ts';
import * as catalogue from './catalogue.ts';
import * as invoices from './invoices.ts';
import type { Kind, TextName } from './kind.ts';
import * as money from './money.ts';
import * as papers from './papers.ts';
import { paymentMethods } from './payment-methods.ts';
import * as people from './people.ts';
import { prices, products } from './products.ts';
import { requests } from './requests.ts';
import * as security from './security.ts';
import * as webhooks from './webhooks.ts';

/** Screens that show no kind of object. */
export type PageName = 'settings' | 'system' | 'examiner';

interface Group {
  readonly label: TextName;
  readonly kinds: readonly Kind[];
  /** Screens of their own. */
  readonly pages?: readonly PageName[];
}

/** Navigation, in the order shown. */
export const groups: readonly Group[] = [
  {
    label: 'groupMoney',
    kinds: [money.payments, money.refunds, money.disputes, money.payouts, money.transactions],
  },
  {
    label: 'groupBilling',
    kinds: [
      ...[billing.customers, billing.subscriptions, invoices.invoices, invoices.creditNotes],
      ...[products, catalogue.plans, paymentMethods, catalogue.testClocks],
    ],
  },
  {
    label: 'groupBuild',
    kinds: [requests, webhooks.events, webhooks.endpoints, account.apiKeys],
    pages: ['examiner'],
  },
  {
    label: 'groupPeople',
    kinds: [
      ...[people.users, people.invitations, security.sessions, security.factors],
      ...[account.auditLog, papers.mails, papers.exports, account.accounts],
    ],
    pages: ['settings', 'system'],
  },
  {
    label: 'groupBank',
    kinds: [bank.processorAccounts, bank.unmatchedMoney, bank.bankStatements],
  },
];

const kinds: readonly Kind[] = [
  ...groups.flatMap((group) => group.kinds),
  ...[webhooks.deliveries, papers.taxRates, prices],
];

export function kindOfScreen(screen: string): Kind | undefined {
  return kinds.find((kind) => kind.screen === screen);
}

/** Kind of an ID; undefined if that kind has no page. */
export function kindOfId(id: string): Kind | undefined {
  const prefix = /^([a-z]{2,5})_[0-9a-z]{26,32}$/.exec(id)?.[1];
  return prefix === undefined ? undefined : kinds.find((kind) => kind.prefix === prefix);
}

export function kindOfName(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

export function isFor(kind: Kind, session: Session): boolean {
  return kind.isFor?.(session) ?? true;
}

/** Settings need an account; the system page needs the admin role. */
export function isPageFor(page: PageName, session: Session): boolean {
  if (page === 'system') return session.role === 'admin';
  return page === 'settings' ? session.account !== undefined : webhooks.builds(session);
}

/** Whether a group has an entry that this user may see. */
export function hasAny({ kinds, pages = [] }: Group, session: Session): boolean {
  return (
    kinds.some((kind) => isFor(kind, session)) || pages.some((page) => isPageFor(page, session))
  );
}
