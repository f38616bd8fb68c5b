import type { authorize as ordering } from '@florin/processors/src/charges/operations.ts';

/** Orders whose amount ends in these minor units succeed, and end the process that sent them. */
const DEADLY_END = 13n;
const END = 100n;

/** Ends the process after the processor's answer, before any of it is stored. */
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
