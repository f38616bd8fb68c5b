import { by, refuses } from '../scenario.ts';
import { ABSENT, record, type World } from '../world.ts';

const at = (id: string, rest = '') => `/v1/transactions/${id}${rest}`;

/** Callers for whom a transaction does not exist, and unknown ids. */
export const unknownTo = (method: string, rest = '') => {
  const body = method === 'PATCH' ? { body: {} } : {};
  return [
    refuses(404, 'not_found', 'no such transaction', ({ owner }) =>
      owner.call(method, at(ABSENT.transaction, rest), body),
    ),
    refuses(404, 'not_found', 'a malformed id', by('owner', method, at('latest', rest), body)),
    refuses(404, 'not_found', 'a transaction of another account', ({ stranger, objects }) =>
      stranger.call(method, at(objects.heldId, rest), body),
    ),
    refuses(404, 'not_found', 'a user without an account', ({ loner, objects }) =>
      loner.call(method, at(objects.heldId, rest), body),
    ),
  ];
};

/** A payment that is held until it is captured. */
export const hold = ({ owner }: World) =>
  record(owner, { type: 'payment', amount: 100, capture: 'manual' });
