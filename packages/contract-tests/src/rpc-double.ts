import { AppError } from '@florin/contracts';
import type { RpcService, RpcsOf } from '@florin/grpc';

/** A test double of a service, which refuses any call that the test does not define. */
export function rpcDouble<Definition extends RpcService['definition']>(
  definition: Definition,
  rpcs: Partial<RpcsOf<Definition>>,
): RpcService {
  const unasked = Object.keys(definition).map((name) => [
    name,
    async () => {
      throw new AppError('internal_error', `this double does not implement ${name}`);
    },
  ]);
  return { definition, rpcs: { ...Object.fromEntries(unasked), ...rpcs } };
}
