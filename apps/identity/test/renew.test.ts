import { newId } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { newGateway } from './gateways.ts';
import { newOwner } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { context } from './steps.ts';

const { identity, database } = useIdentity();

const endSessionOf = ({ caller }: Awaited<ReturnType<typeof newOwner>>) =>
  identity().call('DELETE', '/v1/auth/session', { caller });

describe('Renew', () => {
  it('returns the revision to a starting gateway, and later only new revocations', async () => {
    const owner = await newOwner(identity());
    const gateway = newGateway(identity());
    const first = await gateway.renew();
    expect(first).toMatchObject({ revocations: [], leaseMs: '3000' });
    expect((await gateway.renew()).revision).toBe(first.revision);

    const ending = endSessionOf(owner);
    await expect.poll(async () => (await gateway.renew()).revision).not.toBe(first.revision);
    const again = newGateway(identity());
    const { revision } = await again.renew();
    expect(BigInt(revision)).toBe(BigInt(first.revision) + 1n);
    await gateway.renew();
    expect((await ending).status).toBe(200);

    const request = { gatewayId: newId(), appliedRevision: first.revision };
    const { revocations } = await identity().client.renew(request, context());
    expect(revocations).toEqual([
      { revision, subject: owner.caller.sessionId, refuses: true, exceptSession: '' },
    ]);
    await Promise.all([gateway, again].map((each) => each.end()));
    await identity().client.endLease(request, context());
  });

  it('returns the number of gateways with a lease', async () => {
    const one = newGateway(identity());
    expect((await one.renew()).gateways).toBe(1);
    const other = newGateway(identity());
    expect((await other.renew()).gateways).toBe(2);
    await database().query(`update gateway_leases set renewed_at = renewed_at - interval '4 s'`);
    expect((await one.renew()).gateways).toBe(1);
    await Promise.all([one, other].map((each) => each.end()));
  });

  it.each([
    ['a principal is re-read', { kind: 'principal' }, false],
    ['a key is re-read', { kind: 'key' }, false],
    ['tokens of a session are refused', { kind: 'session' }, true],
    ['tokens of a user are refused', { kind: 'user' }, true],
    ['tokens of an account are refused', { kind: 'account' }, true],
  ])('returns the effect of a revocation: %s', async (_title, { kind }, refuses) => {
    const gateway = newGateway(identity());
    await gateway.renew();
    const subject = newId();
    await database().query(
      `with up as (update revision set revision = revision + 1 returning revision)
       insert into revocations select revision, $1, $2, now() + interval '1 hour' from up`,
      [kind, subject],
    );
    expect((await gateway.renew()).revocations).toMatchObject([{ subject, refuses }]);
    await gateway.end();
  });

  it.each([{ gatewayId: 'nonsense' }, { gatewayId: newId(), appliedRevision: '-1' }])(
    'invalid_request: %j',
    async (request) => {
      const renewing = identity().client.renew(request, context());
      await expect(renewing).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );
});
