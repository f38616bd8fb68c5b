import { newId } from '@florin/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServiceDatabase } from '../../test/service-database.ts';
import { type BinaryKind, toBinaryArray } from './binary-arrays.ts';

let database: Awaited<ReturnType<typeof openServiceDatabase>>;
beforeAll(async () => {
  database = await openServiceDatabase(async () => {});
});
afterAll(() => database.drop());

/** The elements as Postgres parsed them, as text. */
async function readBy(kind: BinaryKind, array: unknown): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ text: string | null }>`
    select item::text as text from unnest(${array}::${sql.raw(kind)}[]) with ordinality as t (item, place)
     order by place`.execute(database.db);
  return rows.map(({ text }) => text);
}

const MAX = 2n ** 63n - 1n;
const instants = [0, 1, -1, 946_684_799_999, 946_684_800_000, 946_684_800_001, 1_732_550_400_123]
  .concat([Date.UTC(1582, 9, 4), Date.UTC(9999, 11, 31, 23, 59, 59, 999)])
  .concat(Array.from({ length: 200 }, () => Math.floor((Math.random() - 0.3) * 5e12)));

describe('an array in binary', () => {
  it('contains its ids', async () => {
    const ids = [newId(), null, '00000000-0000-0000-0000-000000000000', newId()];
    expect(await readBy('uuid', toBinaryArray('uuid', ids))).toEqual(ids);
    const [first] = ids;
    const upper = toBinaryArray('uuid', [String(first).toUpperCase()]);
    expect(await readBy('uuid', upper)).toEqual([first]);
  });

  it('contains its numbers', async () => {
    const numbers = [0n, 1n, -1n, MAX, -MAX - 1n, 2n ** 32n, null];
    expect(await readBy('bigint', toBinaryArray('bigint', numbers))).toEqual(
      numbers.map((each) => (each === null ? null : String(each))),
    );
    const small = [0, -1, 2 ** 31 - 1, -(2 ** 31), null];
    expect(await readBy('integer', toBinaryArray('integer', small))).toEqual(
      small.map((each) => (each === null ? null : String(each))),
    );
  });

  it('contains its instants, equal to their texts', async () => {
    const texts = instants.map((ms) => new Date(ms).toISOString());
    expect(await readBy('timestamptz', toBinaryArray('timestamptz', instants))).toEqual(
      await readBy('timestamptz', texts),
    );
    expect(await readBy('timestamptz', toBinaryArray('timestamptz', [null, 1.9]))).toEqual([
      null,
      ...(await readBy('timestamptz', [new Date(1).toISOString()])),
    ]);
  });

  it('may be empty or contain only nulls', async () => {
    for (const kind of ['uuid', 'bigint', 'integer', 'timestamptz'] as const) {
      expect(await readBy(kind, toBinaryArray(kind, []))).toEqual([]);
      expect(await readBy(kind, toBinaryArray(kind, [null, null]))).toEqual([null, null]);
    }
  });

  it.each([
    ['uuid', 'x'],
    ['uuid', ''],
    ['uuid', `${newId()}0`],
    ['uuid', newId().replace('-', '0')],
    ['uuid', newId().replaceAll('-', '')],
    ['uuid', newId().replace(/.$/, 'g')],
    ['uuid', newId().replace(/.$/, 'é')],
    ['bigint', MAX + 1n],
    ['bigint', 'one'],
    ['integer', 2 ** 31],
    ['timestamptz', Number.NaN],
    ['timestamptz', '2026-01-01'],
  ] as const)('is of no %s that is %s', (kind, value) => {
    expect(() => toBinaryArray(kind, [value])).toThrow();
  });
});
