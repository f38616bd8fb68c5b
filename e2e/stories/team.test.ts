import { expect, it } from 'vitest';
import { codeOf } from '../authenticator.ts';
import { logInAs, must, newOwner, newUser, type Owner } from '../contract/people.ts';
import { paidBy } from '../contract/prepare/refunds.ts';

async function withRole(owner: Owner, role: string) {
  const user = await newUser(owner);
  const path = `/v1/account/users/${user.userId}`;
  await must(() => owner.call('PATCH', path, { body: { role } }));
  return user;
}

const limit = (owner: Owner, body: object) =>
  must(() => owner.call('PATCH', '/v1/account/policy', { body }));

it("support refunds up to the account's limit, even with repeated refunds", async () => {
  const owner = await newOwner();
  await limit(owner, { support_refund_max: 60 });
  const support = await withRole(owner, 'support');
  const { id } = await paidBy(owner);
  const refund = async (amount?: number) => {
    const path = `/v1/payments/${id}/refund`;
    const { status, body } = await support.call('POST', path, { body: amount ? { amount } : {} });
    return [status, body.error];
  };
  expect(await refund()).toEqual([403, 'forbidden']);
  expect(await refund(61)).toEqual([403, 'forbidden']);
  expect(await refund(40)).toEqual([201, undefined]);
  expect(await refund(40)).toEqual([403, 'forbidden']);
  expect(await refund(20)).toEqual([201, undefined]);
  expect((await owner.call('POST', `/v1/payments/${id}/refund`)).status).toBe(201);
});

it('an accountant reads and exports, and moves no money', async () => {
  const owner = await newOwner();
  const accountant = await withRole(owner, 'accountant');
  expect((await accountant.call('GET', '/v1/transactions')).status).toBe(200);
  const asked = { type: 'transactions', from: '2026-01-01', to: '2026-01-31', format: 'csv' };
  expect((await accountant.call('POST', '/v1/exports', { body: asked })).status).toBe(201);
  const body = { account_id: owner.accountId, type: 'credit', amount: 1, currency: 'USD' };
  const refused = await accountant.call('POST', '/v1/transactions', { body });
  expect([refused.status, refused.body.message]).toEqual([
    401,
    expect.stringContaining('accountant lacks the scope transactions:write'),
  ]);
});

it('a developer grants a key only their own scopes, and rotates no other key', async () => {
  const owner = await newOwner();
  const developer = await withRole(owner, 'developer');
  const make = (scopes?: string[]) =>
    developer.call('POST', '/v1/api_keys', { body: { name: 'Tool', ...(scopes && { scopes }) } });
  expect((await make(['payments:write'])).status).toBe(403);
  const { status, body } = await make();
  expect([status, body.scopes.filter((scope: string) => scope.endsWith(':write'))]).toEqual([
    201,
    ['webhooks:write', 'api_keys:write'],
  ]);
  const till = await must(() => owner.call('POST', '/v1/api_keys', { body: { name: 'Till' } }));
  const rotated = await developer.call('POST', `/v1/api_keys/${till.id}/rotate`);
  expect(rotated.status).toBe(403);
});

it('a required second factor blocks everything else at once until it is set up', async () => {
  const owner = await newOwner();
  const member = await newUser(owner);
  const { id, secret } = await must(() =>
    owner.call('POST', '/v1/auth/factors', { body: { password: owner.password } }),
  );
  const body = { code: codeOf(secret) };
  await must(() => owner.call('POST', `/v1/auth/factors/${id}/confirm`, { body }));
  await limit(owner, { second_factor_required: true });
  const closed = await member.call('GET', '/v1/transactions');
  expect([closed.status, closed.body.error]).toEqual([401, 'second_factor_required']);
  const own = await must(() =>
    member.call('POST', '/v1/auth/factors', { body: { password: member.password } }),
  );
  const confirm = `/v1/auth/factors/${own.id}/confirm`;
  await must(() => member.call('POST', confirm, { body: { code: codeOf(own.secret) } }));
  expect((await member.call('GET', '/v1/transactions')).status).toBe(200);
});

it('a large refund requires a recently shown second factor', async () => {
  const owner = await newOwner();
  const before = await logInAs(owner.email, owner.password);
  const { id, secret } = await must(() =>
    owner.call('POST', '/v1/auth/factors', { body: { password: owner.password } }),
  );
  const body = { code: codeOf(secret) };
  await must(() => owner.call('POST', `/v1/auth/factors/${id}/confirm`, { body }));
  await limit(owner, { step_up_refund_max: 50 });
  const { id: paymentId } = await paidBy(owner);
  const refund = (amount: number) =>
    before.call('POST', `/v1/payments/${paymentId}/refund`, { body: { amount } });
  const small = await refund(50);
  expect(small.status).toBe(201);
  const large = await refund(10);
  expect([large.status, large.body.error]).toEqual([401, 'insufficient_user_authentication']);
  const code = codeOf(secret, 1);
  await must(() => before.call('POST', '/v1/auth/step_up', { body: { code } }));
  expect((await refund(10)).status).toBe(201);
});
