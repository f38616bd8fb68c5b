import { newId, toPublicId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { admin, noAccount, platform } from './callers.ts';
import type { TestAccount } from './start-ledger.ts';
import { useLedger } from './use-ledger.ts';

const ledger = useLedger();

const list = (account: TestAccount, query: Record<string, string | number> = {}, options = {}) =>
  account.call('GET', `/v1/transactions?${new URLSearchParams(toText(query))}`, options);

function toText(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]));
}

function idsOf({ body }: { body: { data: { id: string }[] } }): string[] {
  return body.data.map(({ id }) => id);
}

/** An account with this many credits; returns their ids, newest first. */
async function accountWith(credits: number) {
  const account = await ledger().openAccount();
  const item = { account_id: account.publicId, currency: 'USD', type: 'credit', amount: 1 };
  const ids: string[] = [];
  for (let left = credits; left > 0; left -= 100) {
    const transactions = Array(Math.min(left, 100)).fill(item);
    const { body } = await account.call('POST', '/v1/transactions/bulk', {
      body: { transactions },
    });
    for (const { body: created } of body.data) ids.unshift(created.id);
  }
  return { account, ids };
}

describe('GET /v1/transactions', () => {
  it('lists newest first, each as it is retrieved', async () => {
    const { account, ids } = await accountWith(3);
    const reply = await list(account);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ object: 'list', data: expect.any(Array), has_more: false });
    expect(idsOf(reply)).toEqual(ids);
    const first = await account.call('GET', `/v1/transactions/${ids[0]}`);
    expect(reply.body.data[0]).toEqual(first.body);
  });

  it('is empty for an account without transactions and for a user without an account', async () => {
    const empty = { object: 'list', data: [], has_more: false };
    const account = await ledger().openAccount();
    expect((await list(account)).body).toEqual(empty);
    expect((await list(account, {}, { caller: noAccount })).body).toEqual(empty);
  });

  it('returns 401 to an anonymous caller', async () => {
    const { status, body } = await ledger().call('GET', '/v1/transactions');
    expect([status, body.error]).toEqual([401, 'unauthorized']);
  });
});

describe('filters', () => {
  it('select status, type and reference, alone and together', async () => {
    const account = await ledger().openAccount({ credit: 1000 });
    const captured = await account.settled(100);
    const create = async (body: object) => (await account.create(body)).body.id as string;
    const pending = await create({ type: 'payment', amount: 1, reference: 'a' });
    const canceled = await create({ type: 'payment', amount: 1, reference: 'b' });
    await account.call('DELETE', `/v1/transactions/${canceled}`);
    const refund = await create({ type: 'refund', amount: 50, reference: 'a' });
    const failed = await create({ type: 'payment', amount: 1, capture: 'manual' });
    await account.call('POST', `/v1/transactions/${failed}/expire`);
    const credit = idsOf(await list(account)).at(-1);

    for (const [query, expected] of [
      [{ status: 'pending' }, [pending]],
      [{ status: 'canceled' }, [canceled]],
      [{ status: 'failed' }, [failed]],
      [{ status: 'succeeded' }, [refund, captured, credit]],
      [{ type: 'payment' }, [failed, canceled, pending, captured]],
      [{ type: 'refund' }, [refund]],
      [{ type: 'credit' }, [credit]],
      [{ type: 'credit', status: 'pending' }, []],
      [{ reference: 'a' }, [refund, pending]],
      [{ reference: 'a', type: 'payment' }, [pending]],
      [{ reference: 'A' }, []],
      [{ reference: '%' }, []],
    ] as const)
      expect([query, idsOf(await list(account, query))]).toEqual([query, expected]);
  });

  it('select an account: the caller’s own, or any for admin and platform', async () => {
    const { account, ids } = await accountWith(1);
    const other = await accountWith(1);
    const of = async (account_id: string, caller: object) =>
      idsOf(await list(account, { account_id }, { caller }));
    expect(await of(account.publicId, account.owner)).toEqual(ids);
    expect(await of(other.account.publicId, account.owner)).toEqual([]);
    expect(await of(other.account.publicId, admin)).toEqual(other.ids);
    expect(await of(other.account.publicId, platform)).toEqual(other.ids);
    for (const caller of [account.owner, admin]) {
      expect(await of('acc_1', caller)).toEqual([]);
      expect(await of(toPublicId('account', newId()), caller)).toEqual([]);
    }
  });

  it('span all accounts for admin and platform', async () => {
    const one = await accountWith(1);
    const two = await accountWith(1);
    for (const caller of [admin, platform])
      expect(idsOf(await list(one.account, { limit: 2 }, { caller }))).toEqual([
        ...two.ids,
        ...one.ids,
      ]);
  });

  it.each([
    { status: 'done' },
    { status: '' },
    { status: 'PENDING' },
    { type: 'charge' },
    { reference: '' },
  ])('return 400 for %j', async (query) => {
    const { status, body } = await list(await ledger().openAccount(), query);
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('limit', () => {
  it.each([
    [{}, 20],
    [{ limit: 1 }, 1],
    [{ limit: 100 }, 100],
    [{ limit: 101 }, 100],
    [{ limit: '9'.repeat(400) }, 100],
    [{ limit: '007' }, 7],
  ])('%j returns %i rows', async (query, rows) => {
    const { account, ids } = await many();
    const reply = await list(account, query);
    expect(idsOf(reply)).toEqual(ids.slice(0, rows));
    expect(reply.body.has_more).toBe(true);
  });

  it.each(['0', '-1', '1.5', 'abc', '', '1e2', '0x10', ' 5', '５'])(
    'returns 400 for %j',
    async (limit) => {
      const { status, body } = await list(await ledger().openAccount(), { limit });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.message).toMatch(/^limit: /);
    },
  );

  it('has no more if the page ends with the list', async () => {
    const { account } = await accountWith(2);
    expect((await list(account, { limit: 2 })).body.has_more).toBe(false);
    expect((await list(account, { limit: 1 })).body.has_more).toBe(true);
  });

  let shared: ReturnType<typeof accountWith> | undefined;
  /** More rows than a page can have. */
  function many() {
    shared ??= accountWith(102);
    return shared;
  }
});

describe('cursors', () => {
  it('walk 53 rows without gaps or duplicates while rows are added', async () => {
    const { account, ids } = await accountWith(53);
    const added: string[] = [];
    const add = async () => {
      added.unshift((await account.create({ type: 'credit', amount: 1 })).body.id);
    };

    const down: string[] = [];
    for (let cursor = {}, more = true; more; cursor = { starting_after: down.at(-1) ?? '' }) {
      const page = await list(account, { limit: 10, ...cursor });
      down.push(...idsOf(page));
      more = page.body.has_more;
      await add();
    }
    expect(down).toEqual(ids);

    const up = [ids.at(-1) ?? ''];
    for (let more = true; more; ) {
      const page = await list(account, { limit: 10, ending_before: up[0] ?? '' });
      up.unshift(...idsOf(page));
      more = page.body.has_more;
      if (added.length < 12) await add();
    }
    expect(up).toEqual([...added, ...ids]);
  });

  it('return the page directly before, newest first', async () => {
    const { account, ids } = await accountWith(5);
    const page = await list(account, { ending_before: ids[4] ?? '', limit: 2 });
    expect(idsOf(page)).toEqual(ids.slice(2, 4));
    expect(page.body.has_more).toBe(true);
    const rest = await list(account, { ending_before: ids[2] ?? '', limit: 2 });
    expect([idsOf(rest), rest.body.has_more]).toEqual([ids.slice(0, 2), false]);
  });

  it('end with an empty page', async () => {
    const { account, ids } = await accountWith(1);
    for (const query of [{ starting_after: ids[0] ?? '' }, { ending_before: ids[0] ?? '' }])
      expect((await list(account, query)).body).toEqual({
        object: 'list',
        data: [],
        has_more: false,
      });
  });

  it('can be combined with filters', async () => {
    const account = await ledger().openAccount();
    const ids: string[] = [];
    for (const reference of ['a', 'b', 'a', 'b', 'a', 'b'])
      ids.unshift((await account.create({ type: 'credit', amount: 1, reference })).body.id);
    const page = await list(account, { reference: 'a', starting_after: ids[2] ?? '', limit: 1 });
    expect([idsOf(page), page.body.has_more]).toEqual([[ids[3]], true]);
  });

  it('must name a transaction that the caller may see, else 400', async () => {
    const { account, ids } = await accountWith(1);
    const foreign = (await accountWith(1)).ids[0] ?? '';
    const wrong = [foreign, toPublicId('transaction', newId()), 'txn_1', account.publicId, ''];
    for (const name of ['starting_after', 'ending_before']) {
      for (const cursor of wrong) {
        const { status, body } = await list(account, { [name]: cursor });
        expect([cursor, status, body.error]).toEqual([cursor, 400, 'invalid_request']);
      }
      expect((await list(account, { [name]: foreign }, { caller: admin })).status).toBe(200);
    }
    const both = await list(account, { starting_after: ids[0] ?? '', ending_before: ids[0] ?? '' });
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request']);
    expect(both.body.message).toContain('not both');
  });
});

describe('dates', () => {
  it('bound the creation, both ends inclusive', async () => {
    const account = await ledger().openAccount();
    const rows: { id: string; created_at: string }[] = [];
    for (let count = 0; count < 3; count += 1) {
      rows.unshift((await account.create({ type: 'credit', amount: 1 })).body);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    const [newest, middle, oldest] = rows;
    if (!newest || !middle || !oldest) throw new Error('three were created');
    const ms = (row: { created_at: string }, shift = 0) =>
      new Date(Date.parse(row.created_at) + shift).toISOString();

    for (const [query, expected] of [
      [{ date_from: ms(middle) }, [newest, middle]],
      [{ date_from: ms(middle, 1) }, [newest]],
      [{ date_to: ms(middle) }, [middle, oldest]],
      [{ date_to: ms(middle, -1) }, [oldest]],
      [{ date_from: ms(middle), date_to: ms(middle) }, [middle]],
      [{ date_from: ms(newest), date_to: ms(oldest) }, []],
      [{ date_from: ms(oldest, -60_000), date_to: ms(newest, 60_000) }, rows],
      [{ date_from: inZone(ms(middle), 5), date_to: inZone(ms(middle), -7) }, [middle]],
    ] as const)
      expect([query, idsOf(await list(account, query))]).toEqual([
        query,
        expected.map(({ id }) => id),
      ]);
  });

  it('accept a bare date as that whole day in UTC', async () => {
    const account = await ledger().openAccount();
    const created = (await account.create({ type: 'credit', amount: 1 })).body;
    const day = (shift: number) =>
      new Date(Date.parse(created.created_at) + shift * 86_400_000).toISOString().slice(0, 10);
    for (const [query, found] of [
      [{ date_from: day(0), date_to: day(0) }, 1],
      [{ date_from: day(1) }, 0],
      [{ date_to: day(-1) }, 0],
    ] as const)
      expect([query, idsOf(await list(account, query)).length]).toEqual([query, found]);
  });

  it.each(['1969-12-31', '0001-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'])(
    'before 1970 exclude all rows as an end: %s',
    async (date) => {
      const { account, ids } = await accountWith(1);
      expect(idsOf(await list(account, { date_from: date }))).toEqual(ids);
      expect(idsOf(await list(account, { date_to: date }))).toEqual([]);
    },
  );

  it.each(['9999-12-31', '+012000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'])(
    'in the distant future exclude all rows as a start: %s',
    async (date) => {
      const { account, ids } = await accountWith(1);
      expect(idsOf(await list(account, { date_from: date }))).toEqual([]);
      expect(idsOf(await list(account, { date_to: date }))).toEqual(ids);
    },
  );

  it('without an offset are UTC, and one with an unencoded + keeps its offset', async () => {
    const { account, ids } = await accountWith(1);
    const { body } = await account.call('GET', `/v1/transactions/${ids[0]}`);
    const created = Date.parse(body.created_at);
    const text = (ms: number) => new Date(ms).toISOString().slice(0, 23);
    // Spells `+01:00` as in a query.
    const inOslo = (ms: number) => `${text(ms + 3_600_000)}+01:00`;
    for (const write of [text, inOslo]) {
      const find = async (query: string) =>
        idsOf(await account.call('GET', `/v1/transactions?${query}`));
      expect(await find(`date_from=${write(created)}&date_to=${write(created)}`)).toEqual(ids);
      expect(await find(`date_from=${write(created + 1)}`)).toEqual([]);
      expect(await find(`date_to=${write(created - 1)}`)).toEqual([]);
    }
  });

  it.each([
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-01-31T25:00:00Z',
    '2026-01-31T25:00:00',
    'infinity',
    'now',
    'yesterday',
    '1767225600000',
    '',
    "2026-01-01'",
    '+275760-09-14T00:00:00Z',
  ])('return 400 for %j', async (date) => {
    for (const name of ['date_from', 'date_to']) {
      const { status, body } = await list(await ledger().openAccount(), { [name]: date });
      expect([name, status, body.error]).toEqual([name, 400, 'invalid_request']);
    }
  });
});

/** The same instant in a zone this many hours east of Greenwich. */
function inZone(utc: string, hours: number): string {
  const local = new Date(Date.parse(utc) + hours * 3_600_000).toISOString().slice(0, -1);
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}
