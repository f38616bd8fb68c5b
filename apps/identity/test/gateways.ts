import { newId } from '@florin/contracts';
import type { TestIdentity } from './start-identity.ts';
import { context } from './steps.ts';

/** A gateway as identity sees it: its reads and its acknowledged revision. */
export function newGateway(identity: TestIdentity) {
  const gatewayId = newId();
  let applied: string | undefined;
  return {
    gatewayId,
    async renew() {
      const request =
        applied === undefined ? { gatewayId } : { gatewayId, appliedRevision: applied };
      const reply = await identity.client.renew(request, context());
      applied = reply.revision;
      return reply;
    },
    end: () => identity.client.endLease({ gatewayId }, context()),
  };
}
