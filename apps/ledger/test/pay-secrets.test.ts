import { expect, it } from 'vitest';
import { requestPayment } from './payment-builders.ts';
import { goodForm, visit } from './payment-page.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger({ withProcessors: true });

/** Must stand alone: ids and durations can contain any four digits by chance. */
const CODE = /(?<![\w.-])9377(?![\w.-])/;
const SHORT_CODE = /(?<![\w.-])937(?![\w.-])/;

/** Content of the ledger's tables, as text by table. */
async function dump(): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await ledger().superuser.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await ledger().superuser.query(
      `select t::text as row from ledger."${name}" t`,
    );
    texts.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return texts;
}

it('stores and logs only brand and last four digits of a card, and no link except with its request', async () => {
  const account = await ledger().openAccount();
  const cards = [
    goodForm.card_number,
    '4000 0000 0000 0002',
    '4242424242424241',
    '5555 5555 5555 4444',
    '4000000000000119',
    '3782 822463 10005',
  ];
  const tokens: string[] = [];
  for (const card_number of cards) {
    const { body } = await requestPayment(account);
    tokens.push(body.payment_url.split('/').at(-1));
    const form = {
      ...goodForm,
      card_number,
      cvc: card_number.startsWith('3') ? '9377' : '937',
      name: 'Canary Holder',
    };
    for (const sent of [{ ...form, expiry: '12/01' }, form, form])
      await visit(ledger(), body.payment_url, sent);
    await visit(ledger(), `/pay/${card_number.replaceAll(' ', '')}`);
    await visit(ledger(), body.payment_url, {
      ...form,
      name: 'Canary Holder'.repeat(1_000),
    });
  }
  const tables = await dump();
  expect(tables.get('payment_attempts')).toContain('4242');
  const secrets = ['Canary', ...cards.flatMap((card) => [card, card.replaceAll(' ', '')])];
  for (const [where, text] of [...tables, ['the log', ledger().log()]]) {
    expect(text, `the code of the card in ${where}`).not.toMatch(CODE);
    if (where !== 'the log')
      expect(text, `the code of the card in ${where}`).not.toMatch(SHORT_CODE);
    for (const secret of secrets) expect(text, `${secret} in ${where}`).not.toContain(secret);
    if (where === 'payment_requests') continue;
    for (const token of tokens) expect(text, `a link in ${where}`).not.toContain(token);
  }
  expect(ledger().log()).toContain('/pay/{token}');
});
