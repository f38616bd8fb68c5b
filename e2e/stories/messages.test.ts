import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { prepare } from '../contract/access/ask.ts';
import { recipes } from '../contract/access/recipes.ts';
import { makeSide } from '../contract/access/sides.ts';
import { newOwner, type Owner } from '../contract/people.ts';
import { logInAdmin } from '../contract/world.ts';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

const record = (fields: object) =>
  owner.call('POST', '/v1/transactions', {
    body: { account_id: owner.accountId, amount: 1_000, currency: 'USD', ...fields },
  });
const subscribe = (plan: string) =>
  owner.call('POST', '/v1/subscriptions', { body: { customer_id: owner.accountId, plan } });

describe('an error message says what to do next', () => {
  it('when the balance is too low', async () => {
    const { status, body } = await record({ type: 'payment' });
    expect([status, body.message]).toEqual([
      402,
      expect.stringMatching(/^balance is 0, this needs 1000; record a credit first/),
    ]);
  });

  it.each([
    ['basic_mothly', 'unknown plan; did you mean basic_monthly? see GET /v1/plans'],
    ['platinum', 'unknown plan; see GET /v1/plans'],
  ])(
    'for an unknown plan %s: names the intended plan and the list of plans',
    async (plan, message) => {
      const { status, body } = await subscribe(plan);
      expect([status, body.message]).toEqual([404, message]);
    },
  );

  it.each([
    ['10000000000000000', 'must be at most 999999999999'],
    ['9007199254740992', 'must be at most 999999999999'],
    ['1e400', 'must be at most 999999999999'],
    ['1e15', 'must be at most 999999999999'],
    ['-1', 'must be at least 1'],
    ['-1e400', 'must be at least 1'],
    ['0', 'must be at least 1'],
    ['1.5', 'must be an integer in minor units, for example 1000 for 10.00 USD'],
    [
      '"100"',
      'must be an integer in minor units, for example 1000 for 10.00 USD; send a number, not a string',
    ],
    ['true', 'must be an integer in minor units, for example 1000 for 10.00 USD'],
  ])('when an amount is %s: what is wrong with it', async (amount, message) => {
    const text = JSON.stringify({ account_id: owner.accountId, type: 'credit', currency: 'USD' });
    const body = text.replace('{', `{"amount":${amount},`);
    const answer = await owner.call('POST', '/v1/transactions', { body });
    expect([answer.status, answer.body.message]).toEqual([400, `amount: ${message}`]);
  });

  it("for a missing object: the same for unknown ids, other accounts' ids and malformed ones", async () => {
    const [side, other, admin] = await Promise.all([makeSide('A'), makeSide('B'), logInAdmin()]);
    let compared = 0;
    for (const { operation, target, request } of recipes) {
      if (target === undefined || !operation.includes('{')) continue;
      const { path, token, body } = await prepare(operation, side, admin);
      const at = (id: string) => path.replace(side.ids[target], id);
      if (token !== side.owner.token || at('x') === path) continue;
      const [method = ''] = operation.split(' ');
      const ids = [absentLike(side.ids[target]), other.ids[target], 'nothing'];
      const answers = await Promise.all(
        ids.map((id) =>
          call(method, request(id).path, { token, ...(body === undefined ? {} : { body }) }),
        ),
      );
      const [first] = answers;
      if (first?.status !== 404) continue;
      compared += 1;
      expect([operation, answers.map((each) => each.body)]).toEqual([
        operation,
        answers.map(() => first.body),
      ]);
    }
    expect(compared).toBeGreaterThan(15);
  });

  it.each([
    ['GET', '/v1/account'],
    ['POST', '/v1/subscriptions'],
    ['GET', '/v1/transactions'],
  ])('when a token or key is missing: where there are some, at %s %s', async (method, path) => {
    const { status, body } = await call(method, path);
    expect(status).toBe(401);
    expect(body.message).toMatch(/POST \/v1\/auth\/login/);
    expect(body.message).toMatch(/POST \/v1\/api_keys/);
  });

  it('for a wrong currency: names the right one', async () => {
    const { body } = await record({ type: 'credit', currency: 'EUR' });
    expect([body.error, body.message]).toEqual([
      'currency_mismatch',
      expect.stringContaining('USD'),
    ]);
  });

  it('for a payment that can no longer be canceled: names the refund', async () => {
    await record({ type: 'credit' });
    const { body: payment } = await record({ type: 'payment', capture: 'manual' });
    await owner.call('POST', `/v1/transactions/${payment.id}/capture`);
    const { status, body } = await owner.call('DELETE', `/v1/transactions/${payment.id}`);
    expect([status, body.error]).toEqual([409, 'not_cancellable']);
    expect(body.message).toContain('POST /v1/transactions with type refund');
  });

  it('for a missing, wrong or unknown field: names it', async () => {
    const { body: missing } = await record({ type: undefined });
    expect(missing.message).toMatch(/^type: /);
    const { body: wrong } = await record({ type: 'credit', amount: '100' });
    expect(wrong.message).toMatch(/^amount: .*integer/);
  });

  it('for an account with active subscriptions: asks to cancel them', async () => {
    await record({ type: 'credit', amount: 10_000 });
    const { body: subscription } = await subscribe('basic');
    const { body } = await owner.call('DELETE', '/v1/account');
    expect([body.error, body.message]).toEqual([
      'active_subscriptions',
      expect.stringContaining('cancel'),
    ]);
    await owner.call('POST', `/v1/subscriptions/${subscription.id}/cancel`);
  });

  it('for a wrong address or method: links to the reference', async () => {
    const { body } = await call('GET', '/v1/nothing');
    expect(body.message).toContain('/v1/openapi.json');
    const { status, headers } = await call('PUT', '/v1/transactions');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

/** An id of the same kind without an object. */
function absentLike(id: string): string {
  return id.includes('_') ? `${id.slice(0, id.indexOf('_'))}_01h455vb4pex5vsknk084sn02q` : 'absent';
}
