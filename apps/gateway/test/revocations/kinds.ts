import { call, context, logIn, newKey, newLoner, newMember, newOwner } from './people.ts';
import type { System } from './start-system.ts';

/** Something that a token may do until it is revoked. */
export interface Round {
  readonly token: string;
  readonly method: 'GET' | 'POST';
  revoke(): Promise<unknown>;
  /** Whether a response ignores the revocation. */
  isLate(answer: Answer): boolean;
}

type Answer = Awaited<ReturnType<typeof call>>;
type Prepare = (system: Pick<System, 'client'>, url: string) => Promise<Round>;

const isLet = ({ status }: Answer) => status === 200;
const userPath = ({ id }: { readonly id: string }) => `/v1/users/${id}`;

/** Every revocation that takes effect before its response, performed through one gateway. */
export const kinds: Readonly<Record<string, Prepare>> = {
  async 'an ended session'(system, url) {
    const { token } = await newOwner(system, url);
    const revoke = () => call(url, 'DELETE', '/v1/auth/session', { token });
    return { token, method: 'GET', revoke, isLate: isLet };
  },
  async 'a suspended user'(system, url) {
    const owner = await newOwner(system, url);
    const member = await newMember(url, owner);
    const how = { token: owner.token, body: { status: 'suspended' } };
    const revoke = () => call(url, 'PATCH', userPath(member), how);
    return { token: member.token, method: 'GET', revoke, isLate: isLet };
  },
  async 'a deleted user'(system, url) {
    const owner = await newOwner(system, url);
    const member = await newMember(url, owner);
    const revoke = () => call(url, 'DELETE', userPath(member), { token: owner.token });
    return { token: member.token, method: 'GET', revoke, isLate: isLet };
  },
  async 'a new password'(system, url) {
    const owner = await newOwner(system, url);
    const { token } = await logIn(url, owner.email);
    const how = { token: owner.token, body: { password: 'another password' } };
    const revoke = () => call(url, 'PATCH', userPath(owner), how);
    return { token, method: 'GET', revoke, isLate: isLet };
  },
  async 'another role'(system, url) {
    const owner = await newOwner(system, url);
    const member = await newMember(url, owner);
    const how = { token: owner.token, body: { role: 'owner' } };
    const revoke = () => call(url, 'PATCH', userPath(member), how);
    const isLate = ({ body }: Answer) => body.caller.role !== 'owner';
    return { token: member.token, method: 'GET', revoke, isLate };
  },
  async 'a suspended account'({ client }, url) {
    const { token, accountId } = await newOwner({ client }, url);
    const revoke = () => client.setAccountAccess({ accountId, access: 'read_only' }, context());
    return { token, method: 'POST', revoke, isLate: isLet };
  },
  async 'an account that is open again'({ client }, url) {
    const { token, accountId } = await newOwner({ client }, url);
    await client.setAccountAccess({ accountId, access: 'read_only' }, context());
    const revoke = () => client.setAccountAccess({ accountId, access: 'open' }, context());
    return { token, method: 'POST', revoke, isLate: ({ status }) => status === 403 };
  },
  async 'a closed account'({ client }, url) {
    const { token, accountId } = await newOwner({ client }, url);
    const revoke = () => client.closeAccount({ accountId }, context());
    return { token, method: 'GET', revoke, isLate: isLet };
  },
  async 'the first account of a user'(system, url) {
    const { token, accountId, open } = await newLoner(system, url);
    const isLate = ({ body }: Answer) => body.caller.accountId !== accountId;
    return { token, method: 'GET', revoke: open, isLate };
  },
  async 'a revoked key'(system, url) {
    const owner = await newOwner(system, url);
    const { id, secret } = await newKey(url, owner);
    const revoke = () => call(url, 'DELETE', `/v1/api_keys/${id}`, { token: owner.token });
    return { token: secret, method: 'GET', revoke, isLate: isLet };
  },
  async 'a rotated key'(system, url) {
    const owner = await newOwner(system, url);
    const { id, secret } = await newKey(url, owner);
    const path = `/v1/api_keys/${id}/rotate`;
    const revoke = () => call(url, 'POST', path, { token: owner.token, body: {} });
    return { token: secret, method: 'GET', revoke, isLate: isLet };
  },
  async 'a key of a suspended account'({ client }, url) {
    const owner = await newOwner({ client }, url);
    const { secret } = await newKey(url, owner);
    const request = { accountId: owner.accountId, access: 'read_only' };
    const revoke = () => client.setAccountAccess(request, context());
    return { token: secret, method: 'POST', revoke, isLate: isLet };
  },
  async 'a key of a closed account'({ client }, url) {
    const owner = await newOwner({ client }, url);
    const { secret } = await newKey(url, owner);
    const revoke = () => client.closeAccount({ accountId: owner.accountId }, context());
    return { token: secret, method: 'GET', revoke, isLate: isLet };
  },
};

/** Number of responses after a revocation that ignore it. */
export async function countLate(
  prepare: Prepare,
  system: Pick<System, 'client'>,
  urls: readonly string[],
  rounds: number,
): Promise<number> {
  let late = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { token, method, revoke, isLate } = await prepare(system, urls[round % 2] ?? '');
    const ask = () =>
      Promise.all(urls.map((url) => call(url, method, '/v1/transactions', { token })));
    // From here on all gateways have cached the token.
    if (!(await ask()).every(isLate)) throw new Error('nothing was there to be revoked');
    await revoke();
    late += (await ask()).filter(isLate).length;
  }
  return late;
}
