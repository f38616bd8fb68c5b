import type { Answer } from '@florin/system-kit';
import { openClients } from '@florin/system-kit';
import { audit } from '../auditor/audit.ts';
import { byTurn } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow } from '../row.ts';
import { openHolders, payment } from './money.ts';

const COPIES = 50;
const DEADLY_EVERY = 4;

export const oneKeyOneEffect: LiveRow = {
  id: 'F16',
  fault:
    'One Idempotency-Key is sent 50 times at once through 2 ledgers, some killed between commit and reply; then with a different body',
  holds: 'One effect, and the same response to all; the different body is refused',
  control: 'a ledger that forgets keys',
  isAlways: true,
  figures: ['lost', 'duplicate', 'rounds with other answers', 'other bodies taken'],
  broken: variant({
    app: 'ledger',
    module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
    by: () => import('../broken/ledger/forgets-keys.ts'),
  }),
  florin: {
    replicas: { ledger: 2 },
    variants: [
      variant({
        app: 'ledger',
        module: () => import('../../../../apps/ledger/src/posting/transaction.ts'),
        by: () => import('../broken/ledger/dies-after-commit.ts'),
      }),
    ],
  },

  async run(run) {
    const { florin, folder, isControl } = run;
    const rounds = run.count({ short: 10, full: 200, control: 4 });
    const clients = await openClients(florin.url, folder, COPIES);
    const admins = await run.reachLedgers();
    const [holder] = await openHolders(run, 1, 10_000_000);
    if (!holder) throw new Error('no account was opened');
    const { accountId } = holder;
    let unlike = 0;
    let otherBodies = 0;
    let deaths = 0;
    for (let round = 0; round < rounds; round += 1) {
      // A broken ledger would never finish a key that kills it.
      const isDeadly = !isControl && round % DEADLY_EVERY === 0;
      const key = `${isDeadly ? 'deadly' : 'harmless'}-${round}`;
      const request = payment(
        accountId,
        1 + round,
        `${key}-${isControl ? 'control' : 'sound'}`,
        key,
      );
      const answers = await Promise.all(
        clients.map((client, index) => client.send(byTurn(admins, index), request)),
      );
      if (new Set(answers.map(textOf)).size > 1 || answers[0]?.status !== 201) unlike += 1;
      const other = {
        ...request,
        body: { ...request.body, amount: 1_000, reference: `other-${key}` },
      };
      const refusal = await clients[0]?.send(byTurn(admins, 1), other);
      if (refusal?.status !== 422) otherBodies += 1;
      if (isDeadly) deaths += 1;
      run.progress(round + 1, rounds);
    }
    await Promise.all(clients.map((client) => client.close()));
    const { violations, details } = await audit(run);
    return {
      violations: {
        ...violations,
        'rounds with other answers': unlike,
        'other bodies taken': otherBodies,
      },
      of: `${rounds} keys × ${COPIES}, ${deaths} kills between commit and reply`,
      details,
    };
  },
};

function textOf(answer: Answer | undefined): string {
  return JSON.stringify([answer?.status, answer?.body]);
}
