import type { ServerResponse } from 'node:http';
import { AppError } from '@florin/contracts';

/** Holds what has come of a body. @throws AppError when there is no room for it. */
export type Hold = (bytes: number) => void;

/** The memory that bodies take which have come, or are coming, and are not answered yet. */
export interface BodyMemory {
  /** For one request; whatever it holds is free once its answer is through. */
  reserve(who: string, response: ServerResponse): Hold;
  heldBytes(): number;
}

export interface BodyMemorySizes {
  readonly bytesMax: number;
  /** Of one token or address. */
  readonly bytesMaxEach: number;
}

export function makeBodyMemory({ bytesMax, bytesMaxEach }: BodyMemorySizes): BodyMemory {
  const heldBy = new Map<string, number>();
  let held = 0;

  return {
    reserve(who, response) {
      let own = 0;
      response.once('close', () => {
        held -= own;
        const left = (heldBy.get(who) ?? 0) - own;
        if (left > 0) heldBy.set(who, left);
        else heldBy.delete(who);
      });
      return (bytes) => {
        const each = (heldBy.get(who) ?? 0) + bytes;
        if (each > bytesMaxEach)
          throw new AppError('rate_limited', 'too much is being sent at once: wait for answers');
        if (held + bytes > bytesMax)
          throw new AppError('unavailable', 'too much is being sent by all: repeat the request');
        own += bytes;
        held += bytes;
        heldBy.set(who, each);
      };
    },
    heldBytes: () => held,
  };
}
