import type { People } from '../clients/people.ts';

/** Findings of Florin's own audit for all accounts. */
export async function askProduct({ must, firstAdmin }: People): Promise<readonly string[]> {
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const path: string = `/v1/audit${after === '' ? '' : `?starting_after=${after}`}`;
    const page = await must(async () => ({
      method: 'GET',
      path,
      token: await firstAdmin.token(),
    }));
    const { violations_count: count, first_violation: first } = page;
    for (let each = 0; each < count; each += 1)
      found.push(`${first?.invariant} of ${first?.id}: ${first?.expected}, found ${first?.found}`);
    after = page.next_account_id;
  }
  return found;
}
