import { type Caller, must } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';
import { newDispute } from './refunds.ts';

const LIST = '/v1/disputes';
const EVIDENCE = { text: 'losing_evidence' };
const list =
  (query: string) =>
  ({ owner }: World) =>
    owner.call('GET', `${LIST}?${query}`);
const answer =
  (body: object, by: (world: World) => Caller = ({ owner }) => owner) =>
  async (world: World) =>
    by(world).call('POST', `${LIST}/${(await newDispute(world.owner)).id}/evidence`, { body });
/** Refused before the dispute is looked up. */
const misanswer =
  (body: object) =>
  ({ owner }: World) =>
    owner.call('POST', `${LIST}/${ABSENT.dispute}/evidence`, { body });

export const disputeScenarios = [
  ...needsToken('GET /v1/disputes'),
  ...scenarios(
    'GET /v1/disputes',
    succeeds(200, 'the account’s own', list('')),
    succeeds(200, 'every filter', list(`status=won&payment_id=${ABSENT.payment}&limit=1`)),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=open',
      'a cursor without an object': `starting_after=${ABSENT.dispute}`,
    }),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', LIST),
    ),
  ),
  ...needsToken('GET /v1/disputes/{dispute_id}'),
  ...scenarios(
    'GET /v1/disputes/{dispute_id}',
    succeeds(200, 'a dispute', async ({ owner, member }) =>
      member.call('GET', `${LIST}/${(await newDispute(owner)).id}`),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      narrowKey.call('GET', `${LIST}/${ABSENT.dispute}`),
    ),
    refuses(404, 'not_found', 'no such dispute', ({ owner }) =>
      owner.call('GET', `${LIST}/${ABSENT.dispute}`),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) => owner.call('GET', `${LIST}/latest`)),
  ),
  ...guarded('POST /v1/disputes/{dispute_id}/evidence'),
  ...scenarios(
    'POST /v1/disputes/{dispute_id}/evidence',
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
  ),
];
