import { expect } from 'vitest';
import { must, type Owner } from '../contract/people.ts';

interface DataSection {
  readonly data: readonly { readonly id?: string }[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

type CustomerData = Readonly<Record<string, DataSection>>;

export const SECTIONS = [
  ...['subscriptions', 'invoices', 'credit_notes', 'credits', 'portal_sessions', 'payments'],
  ...['payment_methods', 'payment_method_pages', 'refunds', 'disputes', 'mails', 'events'],
];

/** The data that Florin lists for a customer. */
export function readData(owner: Owner, customerId: string, query = ''): Promise<CustomerData> {
  return must(() => owner.call('GET', `/v1/customers/${customerId}/data${query}`));
}

/** Ids of one kind, read object by object. */
export async function readSingly(owner: Owner, customerId: string, kind: string) {
  const ids: (string | undefined)[] = [];
  let query = `?kind=${kind}&limit=1`;
  for (;;) {
    const { [kind]: section, ...others } = await readData(owner, customerId, query);
    expect(Object.keys(others).sort()).toEqual(['customer', 'livemode', 'object']);
    ids.push(...(section?.data ?? []).map(({ id }) => id));
    if (!section?.has_more) return ids;
    query = `?kind=${kind}&limit=1&page=${section.next_page}`;
  }
}
