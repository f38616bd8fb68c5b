import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, connection } from '../../tools/cli/src/session/connection.ts';
import { baseUrl, call, processes } from '../api.ts';
import type { Contract } from '../contract/contract.ts';
import { ADMIN, logInAs, newKey, newOwner } from '../contract/people.ts';
import { scenariosOf } from '../contract/scenarios-of.ts';
import type { World } from '../contract/world.ts';
import { query } from '../database.ts';
import { type Florin, startFlorin, useFlorin } from '../start-florin.ts';
import { doByHand, doCommand, promisedCounts, readRecipe } from './recipe.ts';
import { makeScratchTree, runIn } from './scratch-tree.ts';

/** Commands write every document and client again, on a busy machine. */
const WRITING_MS_MAX = 300_000;

/** The copy's trigger module of `florin`, which knows more events than the types here. */
interface Triggers {
  readonly makeHappen: (
    place: Connection,
    type: string,
    say: (line: string) => void,
  ) => Promise<{ readonly data: { readonly object: object } }>;
}

const dir = mkdtempSync(join(tmpdir(), 'florin-contributing-'));
const promised = promisedCounts();
let florin: Florin | undefined;

beforeAll(() => {
  // As root, Postgres runs as another user, who needs access.
  chmodSync(dir, 0o711);
  makeScratchTree(dir);
}, WRITING_MS_MAX);
afterAll(async () => {
  await florin?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs the scenarios of an operation in a minimal world. */
async function keepsPromises(file: string): Promise<void> {
  const { contract }: { contract: Contract } = await import(
    join(dir, 'e2e/contract/operations', `${file}.ts`)
  );
  const owner = await newOwner();
  const world = { owner, key: await newKey(owner) } as Partial<World> as World;
  const scenarios = scenariosOf(contract);
  expect(scenarios.length).toBeGreaterThan(5);
  for (const { status, code, what, run } of scenarios) {
    const answer = await run(world);
    expect([what, answer.status, answer.body.error]).toEqual([what, status, code]);
  }
}

it.each(['an-rpc', 'an-event', 'a-migration', 'a-service'])(
  'add-%s: the command and the changes by hand write as many files as the table says',
  (title) => {
    const recipe = readRecipe(`add-${title}`);
    const counts = [doCommand(dir, recipe), doByHand(dir, recipe)];
    expect(counts).toEqual(promised.get(`add-${title}`));
  },
  WRITING_MS_MAX,
);

describe('a Florin with all of these changes', () => {
  beforeAll(async () => {
    florin = await startFlorin({ root: dir, options: ['--watch', 'identity'] });
    useFlorin(florin);
  }, WRITING_MS_MAX);

  it('has the service behind its gateway, with the required answers', async () => {
    await keepsPromises('get-loyalty');
    const admin = await logInAs(ADMIN.email, ADMIN.password);
    const { body } = await admin.call('GET', '/v1/system/loyalty');
    expect(body).toMatchObject({ service: 'loyalty', nats: 'connected', outbox: { backlog: 0 } });
  });

  it('has the migration', async () => {
    expect(await query('webhooks', 'select note from webhooks.webhook_endpoints')).toEqual([]);
  });

  it('publishes the event, which is in the catalogue', async () => {
    const { makeHappen }: Triggers = await import(join(dir, 'tools/cli/src/trigger/command.ts'));
    const { email, token } = await newOwner();
    const place = connection(baseUrl(), { email }, async () => token);
    const event = await makeHappen(place, 'webhook_endpoint.recovered', () => {});
    expect(event.data.object).toMatchObject({ failing_since: null });
    const { body } = await call('GET', '/v1/asyncapi.json');
    expect(JSON.stringify(body)).toContain('it takes events again');
  });

  it(
    'has the endpoint a moment after its command, without a change to the gateway',
    async () => {
      const path = '/v1/auth/whoami';
      const recipe = readRecipe('add-an-endpoint');
      const owner = await newOwner();
      expect((await owner.call('GET', path)).status).toBe(404);
      const gateway = processes().get('gateway-1').pid;
      const written = doCommand(dir, recipe);
      await eventually(async () => expect((await owner.call('GET', path)).status).toBe(200));
      expect(processes().get('gateway-1').pid).toBe(gateway);
      await keepsPromises('get-whoami');

      expect([written, doByHand(dir, recipe)]).toEqual(promised.get('add-an-endpoint'));
      await eventually(async () => {
        const { body } = await owner.call('GET', path);
        expect(body).toEqual({ role: 'owner', account_id: owner.accountId });
      });
    },
    WRITING_MS_MAX,
  );

  it(
    'passes the generated tests, the type check and the style check',
    () => {
      const tests = [
        ...['apps/loyalty', 'endpoint-notes', 'recovered', 'who-am-i'],
        ...['accounts/test/rpc-samples', 'processors/test/sent-rpcs'],
        'contract-tests/src/rpc-samples',
      ];
      const options = ['--project', 'unit', '--reporter', 'tap-flat', ...tests];
      const lines = runIn(dir, 'pnpm', 'vitest', 'run', ...options).split('\n');
      for (const passed of [
        'GET /v1/auth/whoami 200',
        'webhook_endpoint.recovered: ',
        'notes nothing of a new endpoint',
        'GET /v1/loyalty 200',
        'processors of now: GetCurrency',
        'is asked for its currency',
      ])
        expect(lines.filter((line) => line.includes(passed))).toEqual([
          expect.stringMatching(/^ok /),
        ]);
      // Each checker checks the shared types: four take almost twice the processor time of one.
      runIn(dir, 'pnpm', 'tsc', '--noEmit', '--checkers', '1');
      runIn(dir, 'pnpm', 'run', 'check:style');
    },
    WRITING_MS_MAX,
  );
});
