import { createHash } from 'node:crypto';
import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { newId, parsePublicId } from '@florin/contracts';
import { afterEach, expect, it } from 'vitest';
import { createKey } from './keys.ts';
import { mailTo } from './mails.ts';
import { createUser, newOwner } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context, openAccount, reservationOf } from './steps.ts';

const { identity, database } = useIdentity();

// Otherwise later samples wait for the lease left by an earlier one.
afterEach(() => database().query('delete from gateway_leases'));

const open = (accountId = '') => openAccount(identity(), { accountId });
const take = (email = '') => createUser(identity(), undefined, { email });

/** An owner with a session, and the real ids for those of the sample. */
async function inSession({ sessionId = '', userId = '' }, reply: { accountId?: string }) {
  const owner = await newOwner(identity());
  const accountId = owner.accountId ?? '';
  const ids = { [sessionId]: owner.caller.sessionId ?? '', [userId]: owner.userId };
  return {
    owner,
    accountId,
    ids: reply.accountId === undefined ? ids : { ...ids, [reply.accountId]: accountId },
  };
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'a user without an account': async ({ creatorUserId = '', email }) => {
    const { body } = await take(email);
    return { [creatorUserId]: parsePublicId('user', body.id) ?? '' };
  },
  'somebody else with this email': async ({ email }) => {
    await take(email);
  },
  'a reserved owner': async ({ accountId = '' }) => {
    await identity().client.reserveOwner(await reservationOf(identity(), { accountId }), context());
  },
  'an open account': async ({ accountId }) => {
    await open(accountId);
  },
  'an open account, and somebody else with this email': async ({ accountId, email }) => {
    await open(accountId);
    await take(email);
  },
  'an open account with a reserved email': async ({ accountId = '', email = '' }) => {
    await open(accountId);
    await identity().client.reserveAccountEmail({ accountId, email }, context());
  },
  'a session of an owner': async (request, reply) => (await inSession(request, reply)).ids,
  'a session of the owner of a suspended account': async (request, reply) => {
    const { accountId, ids } = await inSession(request, reply);
    await identity().client.setAccountAccess({ accountId, access: 'read_only' }, context());
    return ids;
  },
  'a session that has ended': async (request, reply) => {
    const { owner, ids } = await inSession(request, reply);
    await identity().call('DELETE', '/v1/auth/session', { caller: owner.caller });
    return ids;
  },
  'a session that has ended after the revision': async ({ appliedRevision = '' }, reply) => {
    const owner = await newOwner(identity());
    const gatewayId = newId();
    const { revision } = await identity().client.renew({ gatewayId }, context());
    await identity().client.endLease({ gatewayId }, context());
    await identity().call('DELETE', '/v1/auth/session', { caller: owner.caller });
    return {
      [appliedRevision]: revision,
      [String(reply.revision)]: String(BigInt(revision) + 1n),
    };
  },
  'a request to verify an address': async ({ confirmationId = '' }, { email = '' }) => {
    const { body } = await createUser(identity(), undefined);
    return { [confirmationId]: (await mailTo(database(), body.email)).id, [email]: body.email };
  },
  'a request for a new password': async ({ confirmationId = '' }, { email = '' }) => {
    const { body } = await createUser(identity(), undefined);
    await identity().call('POST', '/v1/auth/password_reset', { body: { email: body.email } });
    const { id } = await mailTo(database(), body.email, 'password_reset');
    return { [confirmationId]: id, [email]: body.email };
  },
  'an API key that reads the account': async ({ secretHash = '' }, { accountId = '' }) => {
    const owner = await newOwner(identity());
    const body = { name: 'back end', scopes: ['account:read'] };
    const { secret } = (await createKey(identity(), owner.caller, body)).body;
    const realHash = createHash('sha256').update(secret).digest('base64url');
    return { [secretHash]: realHash, [accountId]: owner.accountId ?? '' };
  },
};

it.each(samplesFor('identity'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = identity();
    const { wanted, got } = await replaySample(sample, states, { name: 'identity', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
