import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestPayment } from './payment-builders.ts';
import { goodForm, visit } from './payment-page.ts';
import { startLedger, type TestLedger } from './start-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.stop());

/** By itself: ids and durations hold any four digits by chance. */
const CODE = /(?<![\w.-])9377(?![\w.-])/;

/** All that the ledger's tables hold, as text by table. */
async function dump(): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await ledger.superuser.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await ledger.superuser.query(`select t::text as row from ledger."${name}" t`);
    texts.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return texts;
}

it('keeps and logs nothing of a card but brand and last four, and no link beside its request', async () => {
  const account = await ledger.openAccount();
  const cards = [
    goodForm.card_number,
    '4000 0000 0000 0002',
    '4242424242424241',
    '5555 5555 5555 4444',
    '4000000000000119',
  ];
  const tokens: string[] = [];
  for (const card_number of cards) {
    const { body } = await requestPayment(account);
    tokens.push(body.payment_url.split('/').at(-1));
    const form = { ...goodForm, card_number, cvc: '9377', name: 'Canary Holder' };
    for (const sent of [{ ...form, exp_year: '2001' }, form, form])
      await visit(ledger, body.payment_url, sent);
    await visit(ledger, `/pay/${card_number.replaceAll(' ', '')}`);
    await visit(ledger, body.payment_url, {
      ...form,
      name: 'Canary Holder'.repeat(1_000),
    });
  }
  const tables = await dump();
  expect(tables.get('payment_attempts')).toContain('4242');
  const secrets = ['Canary', ...cards.flatMap((card) => [card, card.replaceAll(' ', '')])];
  for (const [where, text] of [...tables, ['the log', ledger.log()]]) {
    expect(text, `the code of the card in ${where}`).not.toMatch(CODE);
    for (const secret of secrets) expect(text, `${secret} in ${where}`).not.toContain(secret);
    if (where === 'payment_requests') continue;
    for (const token of tokens) expect(text, `a link in ${where}`).not.toContain(token);
  }
  expect(ledger.log()).toContain('/pay/{token}');
});
