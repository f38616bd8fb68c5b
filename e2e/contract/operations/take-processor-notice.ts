import type { Answer } from '@florin/testing';
import { STRIPE_SECRETS } from '../../stripe-stand-in.ts';
import type { Contract } from '../contract.ts';
import { browse } from '../pay.ts';
import { SECRET, signatureOf } from '../prepare/processor-webhooks.ts';
import { refuses, succeeds } from '../scenario.ts';

const NEXT_SECRET = STRIPE_SECRETS[1];
const OLD_S = 3_600;

/** An event about no object of Florin's. */
const payload = JSON.stringify({
  ...{ id: 'evt_contract', object: 'event', type: 'customer.created' },
  data: { object: { id: 'cus_1', object: 'customer' } },
});

/** Sends it as Stripe does. */
function notify(
  { secret = SECRET, ageS = 0, body = payload }: { secret?: string; ageS?: number; body?: string },
  processor = 'stripe',
): Promise<Answer> {
  const signature = signatureOf(payload, secret, ageS);
  return post(`/processors/${processor}/webhook`, body, { 'Stripe-Signature': signature });
}

async function post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await browse(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { ...answer, body: JSON.parse(answer.body) };
}

export const contract: Contract = {
  operation: 'POST /processors/{processor}/webhook',
  access: 'by knowledge',
  withoutEvents: 'the change is requested from the processor after the answer',
  scenarios: [
    succeeds(200, 'signed', () => notify({})),
    succeeds(200, 'signed by the secret that comes next', () => notify({ secret: NEXT_SECRET })),
    refuses(401, 'unauthorized', 'another signer', () => notify({ secret: 'whsec_forged' })),
    refuses(401, 'unauthorized', 'changed on its way', () => notify({ body: `${payload} ` })),
    refuses(401, 'unauthorized', 'signed long ago', () => notify({ ageS: OLD_S })),
    refuses(401, 'unauthorized', 'signed in the future', () => notify({ ageS: -OLD_S })),
    refuses(401, 'unauthorized', 'without a signature', () =>
      post('/processors/stripe/webhook', payload, {}),
    ),
    refuses(404, 'not_found', 'a processor that sends none', () => notify({}, 'test')),
    refuses(404, 'not_found', 'an unknown processor', () => notify({}, 'unknown')),
  ],
};
