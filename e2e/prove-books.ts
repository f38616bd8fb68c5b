import { expect } from 'vitest';
import { must } from './contract/people.ts';
import { logInAdmin } from './contract/world.ts';

/** Audits all accounts, and expects no finding; returns the number of checked objects. */
export async function proveBooks(): Promise<{ accounts: number; transactions: number }> {
  const admin = await logInAdmin();
  const checked = { accounts: 0, transactions: 0 };
  for (let query: string | null = ''; query !== null; ) {
    const path: string = `/v1/audit${query}`;
    const page = await must(() => admin.call('GET', path));
    expect(page.first_violation).toBeNull();
    expect(page.violations_count).toBe(0);
    checked.accounts += page.checked.accounts;
    checked.transactions += page.checked.transactions;
    query = page.next_account_id === null ? null : `?starting_after=${page.next_account_id}`;
  }
  return checked;
}
