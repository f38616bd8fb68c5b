import { beforeAll, expect, it } from 'vitest';
import { call } from '../api.ts';
import { prepare } from './access/ask.ts';
import { makeSide, type Side } from './access/sides.ts';
import { readOperations } from './document.ts';
import { must } from './people.ts';
import { logInAdmin } from './world.ts';

const CREDITS = 'GET /v1/customers/{customer_id}/credits';
const lists = (await readOperations()).filter(
  ({ operation, parameters }) =>
    // An export has lines, and there are no credits here.
    parameters.includes('created_after') &&
    ![CREDITS, 'GET /v1/audit_log/export'].includes(operation),
);

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
  const path = `/v1/webhook_endpoints/${side.ids.webhookEndpoint}/test`;
  await must(() => side.owner.call('POST', path));
  const again = path.replace('test', 'replay');
  const body = { event_id: side.ids.event };
  await must(() => side.owner.call('POST', again, { body }));
});

it('exist on all lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(15);
});

type Item = { id: string; created_at: string } & Record<string, unknown>;

/** Reads a list as the caller who sees most of it. */
async function readerOf({ operation }: (typeof lists)[number]) {
  const { path, token } = await prepare(operation, side, admin);
  const read = async (query: string) => {
    const { status, body } = await call('GET', `${path}?limit=100&${query}`, { token });
    expect(status, query).toBe(200);
    return body.data as Item[];
  };
  const [newest] = await read('');
  if (!newest) throw new Error('the list is empty');
  const shows = async (query: string) => (await read(query)).some(({ id }) => id === newest.id);
  return { read, newest, shows };
}

const having = (name: string) => lists.filter(({ parameters }) => parameters.includes(name));

it.each(lists)(
  'include created_after and created_before, with inclusive bounds: $operation',
  async (list) => {
    const { newest, shows } = await readerOf(list);
    const at = (difference: number) =>
      new Date(Date.parse(newest.created_at) + difference).toISOString();
    expect([
      await shows(`created_after=${at(0)}&created_before=${at(0)}`),
      await shows(`created_after=${at(1)}`),
      await shows(`created_before=${at(-1)}`),
    ]).toEqual([true, false, false]);
  },
);

it.each(having('order'))('work in both directions: $operation', async (list) => {
  const { read, newest } = await readerOf(list);
  // Other tests add objects at the same time, so newer ones are excluded.
  const until = `created_before=${newest.created_at}`;
  const [descending, ascending] = [await read(until), await read(`${until}&order=asc`)];
  const ids = ascending.map(({ id }) => id);
  const [first, second] = ids;
  if (ids.length < 100) expect(ids.toReversed()).toEqual(descending.map(({ id }) => id));
  else expect(descending.map(({ id }) => id)).not.toContain(first);
  if (second === undefined || !list.parameters.includes('starting_after')) return;
  const after = await read(`${until}&order=asc&starting_after=${first}`);
  expect(after.map(({ id }) => id).slice(0, ids.length - 1)).toEqual(ids.slice(1));
  const before = await read(`${until}&order=asc&ending_before=${second}`);
  expect(before.map(({ id }) => id)).toEqual([first]);
});

it.each(having('amount_min'))('include amount_min and amount_max: $operation', async (list) => {
  const { newest, shows } = await readerOf(list);
  const amount = Number(newest.amount ?? newest.amount_due ?? newest.total);
  expect([
    await shows(`amount_min=${amount}&amount_max=${amount}`),
    await shows(`amount_min=${amount + 1}`),
    await shows(`amount_max=${amount - 1}`),
  ]).toEqual([true, false, false]);
});

it.each(having('number'))('include number: $operation', async (list) => {
  const { read } = await readerOf(list);
  // A draft has no number yet.
  const some = (await read('')).find((item) => item.number != null || item.document_number != null);
  const number = String(some?.document_number ?? some?.number);
  const found = await read(`number=${encodeURIComponent(number)}`);
  expect(found.map(({ id }) => id)).toContain(some?.id);
  expect(await read('number=never-issued')).toEqual([]);
});

it.each([...having('email'), ...having('customer_email')])(
  'has emails: $operation',
  async (list) => {
    const { read } = await readerOf(list);
    const name = list.parameters.includes('email') ? 'email' : 'customer_email';
    expect(await read(`${name}=unknown@nowhere.example`)).toEqual([]);
    const some = (await read('')).find((item) => typeof item[name] === 'string');
    // A subscription has an email only if a customer pays for it.
    if (some === undefined) return;
    const found = await read(`${name}=${encodeURIComponent(String(some[name]))}`);
    expect(found.map(({ id }) => id)).toContain(some.id);
  },
);
