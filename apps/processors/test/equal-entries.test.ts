import { newId } from '@florin/contracts';
import { callService } from '@florin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Movement, statementOf } from './bank.ts';
import { startProcessors } from './start-processors.ts';

let florin: Awaited<ReturnType<typeof startProcessors>>;
beforeAll(async () => {
  florin = await startProcessors({ currency: 'EUR' });
});
afterAll(() => florin.stop());

const admin = { userId: newId(), accountId: newId(), role: 'admin' } as const;
const IBAN = 'DE89370400440532013000';

async function send(body: object): Promise<number> {
  const options = { caller: admin, body };
  const answer = await callService(
    ...(['processors', florin.httpPort, 'POST', '/v1/bank_statements', options] as const),
  );
  expect(answer.status).toBe(201);
  return answer.body.statements[0].known_count;
}
const sendCamt = (movements: readonly Movement[], id: string = newId()) =>
  send({ format: 'camt.053', content: statementOf(movements, id).toString() });
const sendCsv = (lines: readonly string[]) =>
  send({
    format: 'csv',
    content: ['day;sum;what', ...lines].join('\n'),
    csv: {
      ...{ delimiter: ';', decimal_mark: ',', date_format: 'YYYY-MM-DD', currency: 'EUR' },
      account_number: IBAN,
      columns: { booking_date: 'day', amount: 'sum', remittance: 'what' },
    },
  });

interface Named extends Movement {
  readonly day: string;
  readonly name: string | null;
}

async function countOf(text: string): Promise<number> {
  const [row] = await florin.query<{ count: number }>(
    'select count(*)::int as count from processors.bank_entries where remittance = $1',
    [text],
  );
  return row?.count ?? 0;
}

it('recognizes an entry of a daily statement without a bank id in the monthly one', async () => {
  const text = `rent ${newId()}`;
  const entry = { amount: 90_000n, text, name: null };
  expect(await sendCamt([entry], 'DAY-20')).toBe(0);
  const other = { ...entry, text: `other ${newId()}` };
  expect(await sendCamt([other, entry], 'MONTH-11')).toBe(1);
  expect(await countOf(text)).toBe(1);
});

it('counts a second, equal payment of the same day in a CSV separately', async () => {
  const text = `ticket ${newId()}`;
  const line = `2026-11-20;25,00;${text}`;
  expect(await sendCsv([line])).toBe(0);
  expect(await sendCsv([line, line])).toBe(1);
  expect(await countOf(text)).toBe(2);
  expect(await sendCsv([line, line])).toBe(2);
  expect(await sendCsv([line])).toBe(1);
  expect(await countOf(text)).toBe(2);
});

it("recognizes an entry stored under its statement's id in the next one", async () => {
  const text = `before ${newId()}`;
  const entry = { amount: 100n, text, name: null };
  await sendCamt([entry], 'DAY-20');
  // As stored by an earlier version.
  await florin.query(
    `update processors.bank_entries set entry_reference = $1, is_named = null where remittance = $2`,
    [newId(), text],
  );
  expect(await sendCamt([entry, entry], 'MONTH-11')).toBe(1);
  expect(await countOf(text)).toBe(2);
});

it('counts an entry once for two concurrent imports', async () => {
  const text = `race ${newId()}`;
  const entry = { amount: 100n, text, name: null };
  const known = await Promise.all([1, 2, 3].map(() => sendCamt([entry, entry])));
  expect(known.toSorted()).toEqual([0, 2, 2]);
  expect(await countOf(text)).toBe(2);
});

it('recognizes an entry of a daily statement without a bank id that the monthly one has', async () => {
  const text = `mixed ${newId()}`;
  const entry = { amount: 90_000n, text, name: null };
  expect(await sendCamt([entry], 'DAY-20')).toBe(0);
  const [first, second] = [newId(), newId()];
  const named = (name: string) => ({ ...entry, name });
  // Two equal payments, of which the daily statement contained one.
  expect(await sendCamt([named(first), named(second)], 'MONTH-11')).toBe(1);
  expect(await countOf(text)).toBe(2);
  expect(await sendCamt([entry, entry], 'DAY-21')).toBe(2);
  expect(await sendCamt([entry, named(first), entry], 'YEAR')).toBe(2);
  expect(await countOf(text)).toBe(3);
  const [row] = await florin.query<{ names: number }>(
    `select count(*)::int as names from processors.bank_entries where remittance = $1 and is_named`,
    [text],
  );
  expect(row?.names).toBe(2);
});

it('three concurrent imports of named entries add the id to the stored one', async () => {
  const text = `names ${newId()}`;
  const entry = { amount: 100n, text, name: null };
  await sendCamt([entry]);
  const name = newId();
  const known = await Promise.all([1, 2, 3].map(() => sendCamt([{ ...entry, name }])));
  expect([known, await countOf(text)]).toEqual([[1, 1, 1], 1]);
});

it('stores as many equal entries as the statement with most of them, for any overlap', async () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
  const movement = fc.record({
    day: fc.constantFrom(...days),
    amount: fc.constantFrom(100n, 200n),
    kind: fc.constantFrom('a', 'b'),
    // The bank's id; CSV has none.
    name: fc.constantFrom(undefined, undefined, 1, 2, 3),
  });
  const files = fc.array(
    fc.record({
      movements: fc.array(movement, { minLength: 1, maxLength: 8 }),
      isCsv: fc.boolean(),
      repeats: fc.integer({ min: 1, max: 2 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const keyOf = ({ day, amount, text }: { day: string; amount: bigint | number; text: string }) =>
    `${day} ${amount} ${text}`;
  let equal = 0;
  const property = fc.asyncProperty(files, async (all) => {
    const run = newId();
    const expected = new Map<string, number>();
    const names = new Map<string, Set<string>>();
    for (const { movements, isCsv, repeats } of all) {
      const once = new Set<string>();
      const named = movements.flatMap(({ kind, name, ...rest }): readonly Named[] => {
        const text = `${kind} ${run}`;
        const key = keyOf({ ...rest, text });
        if (isCsv || name === undefined) return [{ ...rest, text, name: null }];
        // A bank id belongs to one entry.
        if (once.has(`${key} ${name}`)) return [];
        once.add(`${key} ${name}`);
        names.set(key, (names.get(key) ?? new Set()).add(String(name)));
        return [{ ...rest, text, name: `${key} ${name}` }];
      });
      if (named.length === 0) continue;
      for (const [key, same] of Map.groupBy(named, keyOf)) {
        const distinct = names.get(key)?.size ?? 0;
        expected.set(key, Math.max(expected.get(key) ?? 0, same.length, distinct));
      }
      for (let read = 0; read < repeats; read += 1)
        await (isCsv
          ? sendCsv(named.map(({ day, amount, text }) => `${day};${amount / 100n},00;${text}`))
          : sendCamt(named));
    }
    const rows = await florin.query<{ day: string; amount: number; text: string; count: number }>(
      `select booking_date as day, amount::int as amount, remittance as text, count(*)::int as count
         from processors.bank_entries where remittance like '%' || $1 group by 1, 2, 3`,
      [run],
    );
    equal += [...expected.values()].filter((count) => count > 1).length;
    expect(new Map(rows.map((row) => [keyOf(row), row.count]))).toEqual(expected);
  });
  await fc.assert(property, { seed: 20_261_120, numRuns: 40 });
  expect(equal).toBeGreaterThan(20);
}, 120_000);
