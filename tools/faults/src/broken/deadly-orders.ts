import type { authorize as ordering } from '@florin/processors/src/charges/operations.ts';

/** In minor units: what is ordered with such an end is taken, and whoever ordered it dies. */
const DEADLY_END = 13n;
const END = 100n;

/** Ends the process once the processor has answered, before anything of that is stored. */
export function dyingBy(sound: typeof ordering): typeof ordering {
  return ({ registry, ...deps }, order) => {
    const found = registry.find(order.processor);
    const deadly = found && {
      ...found,
      authorize: async (...asked: Parameters<typeof found.authorize>) => {
        const state = await found.authorize(...asked);
        if (order.amount % END === DEADLY_END) process.kill(process.pid, 'SIGKILL');
        return state;
      },
    };
    return sound({ ...deps, registry: { ...registry, of: () => deadly } }, order);
  };
}
