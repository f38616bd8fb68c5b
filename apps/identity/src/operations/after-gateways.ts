import type { AwaitGateways } from './await-gateways.ts';

/**
 * What revokes something, with an answer that comes when no gateway accepts it any more. A refusal
 * waits as well: it may say that somebody else did it, a moment ago.
 */
export function afterGateways<Arguments extends readonly unknown[], Result>(
  awaitGateways: AwaitGateways,
  work: (...input: Arguments) => Promise<Result>,
): (...input: Arguments) => Promise<Result> {
  return async (...input) => {
    try {
      return await work(...input);
    } finally {
      await awaitGateways();
    }
  };
}
