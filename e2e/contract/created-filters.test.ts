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
    // An export has lines, and nobody has credit here.
    parameters.includes('created_after') &&
    ![CREDITS, 'GET /v1/audit_log/export'].includes(operation),
);

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
  const path = `/v1/webhook_endpoints/${side.ids.webhookEndpoint}/test`;
  await must(() => side.owner.call('POST', path));
});

it('is known to all lists', () => {
  expect(lists.length).toBeGreaterThanOrEqual(15);
});

it.each(lists)('has created_after and created_before, both included: $operation', async (list) => {
  const { path, token } = await prepare(list.operation, side, admin);
  const read = async (query: string) => {
    const { status, body } = await call('GET', `${path}?limit=100&${query}`, { token });
    expect(status).toBe(200);
    return body.data as { id: string; created_at: string }[];
  };
  const [newest] = await read('');
  if (!newest) throw new Error('there is nothing in the list');
  const at = (difference: number) =>
    new Date(Date.parse(newest.created_at) + difference).toISOString();
  const shows = async (query: string) => (await read(query)).some(({ id }) => id === newest.id);
  expect([
    await shows(`created_after=${at(0)}&created_before=${at(0)}`),
    await shows(`created_after=${at(1)}`),
    await shows(`created_before=${at(-1)}`),
  ]).toEqual([true, false, false]);
});
