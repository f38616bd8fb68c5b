import { AppError } from '@florin/contracts';
import type { RpcService, RpcsOf } from '@florin/grpc';

/** A double of a service: it answers what a test needs of it, and refuses whatever else is asked. */
export function rpcDouble<Definition extends RpcService['definition']>(
  definition: Definition,
  rpcs: Partial<RpcsOf<Definition>>,
): RpcService {
  const unasked = Object.keys(definition).map((name) => [
    name,
    async () => {
      throw new AppError('internal_error', `nobody asks this double for ${name}`);
    },
  ]);
  return { definition, rpcs: { ...Object.fromEntries(unasked), ...rpcs } };
}
