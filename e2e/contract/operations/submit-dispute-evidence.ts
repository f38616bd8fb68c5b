import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { type Caller, must } from '../people.ts';
import { newDispute } from '../prepare/refunds.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/disputes';
const EVIDENCE = { text: 'losing_evidence' };

const answer =
  (body: object, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) =>
    by(world).call('POST', `${LIST}/${(await newDispute(world.owner)).id}/evidence`, { body });

/** Refused before the dispute is looked up. */
const misanswer =
  (body: object) =>
  ({ owner }: World) =>
    owner.call('POST', `${LIST}/${ABSENT.dispute}/evidence`, { body });

const disputing = async ({ owner }: Side): Promise<Fresh> => newDispute(owner);

export const contract: Contract = {
  operation: 'POST /v1/disputes/{dispute_id}/evidence',
  access: [
    about('change what the account has', 'dispute', {
      fresh: disputing,
      body: { text: 'losing_evidence' },
    }),
  ],
  events: ['dispute.won'],
  scenarios: [
    guarded,
    succeeds(
      200,
      'all fields',
      answer({
        text: 'winning_evidence',
        customer_name: 'Grace',
        customer_email: 'grace@example.com',
        service_date: '2026-01-31',
        tracking_number: 'AB 1',
      }),
    ),
    refusesEach(400, 'invalid_request', misanswer, {
      'no text': {},
      'an empty text': { text: '' },
      'a long text': { text: 'x'.repeat(20_001) },
      'an unknown day': { ...EVIDENCE, service_date: '2026-02-30' },
      'an email without a domain': { ...EVIDENCE, customer_email: 'grace' },
    }),
    refuses(
      403,
      'forbidden',
      'an API key without the scope',
      answer(EVIDENCE, ({ narrowKey }) => narrowKey),
    ),
    refuses(
      403,
      'forbidden',
      'the platform, which only reads',
      answer(EVIDENCE, ({ platform }) => platform),
    ),
    refuses(404, 'not_found', 'no such dispute', misanswer(EVIDENCE)),
    refuses(
      404,
      'not_found',
      'a dispute of another account',
      answer(EVIDENCE, ({ stranger }) => stranger),
    ),
    refuses(409, 'conflict', 'an answered one', async ({ owner }) => {
      const path = `${LIST}/${(await newDispute(owner)).id}/evidence`;
      await must(() => owner.call('POST', path, { body: EVIDENCE }));
      return owner.call('POST', path, { body: EVIDENCE });
    }),
  ],
};
