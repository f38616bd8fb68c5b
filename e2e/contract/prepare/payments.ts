import { by, refuses } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const at = (id: string, rest = '') => `/v1/payments/${id}${rest}`;

export const unknownTo = (method: string, rest = '') => [
  refuses(404, 'not_found', 'no such payment request', ({ owner }) =>
    owner.call(method, at(ABSENT.payment, rest)),
  ),
  refuses(404, 'not_found', 'a malformed id', by('owner', method, at('latest', rest))),
  refuses(404, 'not_found', 'a payment request of another account', ({ stranger, objects }) =>
    stranger.call(method, at(objects.paymentId, rest)),
  ),
];
