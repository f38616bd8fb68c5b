import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processes } from '../api.ts';
import { newKey, newOwner } from '../contract/people.ts';
import type { Scenario } from '../contract/scenario.ts';
import type { World } from '../contract/world.ts';
import { readSections } from '../docs/markdown.ts';
import { type Florin, startFlorin, useFlorin } from '../start-florin.ts';
import { applyDiff, makeScratchTree } from './scratch-tree.ts';

const TITLE = 'Add an endpoint';
const PATH = '/v1/auth/whoami';
/** The command writes every document and client anew, beside a Florin that runs. */
const GENERATING_MS_MAX = 180_000;

const page = readSections(join(import.meta.dirname, '../../CONTRIBUTING.md'));
const section = page.find(({ title }) => title === TITLE);
const dir = mkdtempSync(join(tmpdir(), 'florin-contributing-'));
let florin: Florin;

beforeAll(async () => {
  // As root, Postgres runs as somebody else, who has to get in.
  chmodSync(dir, 0o711);
  makeScratchTree(dir);
  florin = await startFlorin({ root: dir, options: ['--watch', 'identity'] });
  useFlorin(florin);
});
afterAll(async () => {
  await florin?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it(
  'is written by one command, answers through the gateway and keeps what is asked of it',
  async () => {
    const owner = await newOwner();
    expect((await owner.call('GET', PATH)).status).toBe(404);
    const gateway = processes().get('gateway-1').pid;
    const [command] = (section?.blocks[0]?.text ?? '').trim().split('\n');
    expect(command).toBe(`pnpm new endpoint GET ${PATH} sessions`);
    // With the pnpm that was brought: a machine with only Node and npm has none of its own.
    const bootstrap = join(import.meta.dirname, '../../scripts/bootstrap.mjs');
    const words = command?.split(' ') ?? [];
    execFileSync(process.execPath, [bootstrap, 'run', ...words], { cwd: dir, stdio: 'ignore' });
    await eventually(async () => expect((await owner.call('GET', PATH)).status).toBe(200));
    expect(processes().get('gateway-1').pid).toBe(gateway);

    const { getWhoamiScenarios }: { getWhoamiScenarios: readonly Scenario[] } = await import(
      join(dir, 'e2e/contract/scenarios/get-whoami.ts')
    );
    expect(getWhoamiScenarios.length).toBeGreaterThan(5);
    const world = { owner, key: await newKey(owner) } as Partial<World> as World;
    for (const { status, code, what, run } of getWhoamiScenarios) {
      const answer = await run(world);
      expect([what, answer.status, answer.body.error]).toEqual([what, status, code]);
    }
  },
  GENERATING_MS_MAX,
);

it('says what the page makes it say', async () => {
  const owner = await newOwner();
  expect(doTouches()).toHaveLength(2);
  await eventually(async () => {
    expect((await owner.call('GET', PATH)).body).toEqual({
      role: 'owner',
      account_id: owner.accountId,
    });
  });
});

it('passes the test that it comes with', () => {
  const vitest = join(dir, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--root', dir, '--project', 'unit', '--reporter', 'tap-flat'];
  const output = execFileSync(process.execPath, [vitest, ...options, 'who-am-i'], {
    cwd: dir,
    encoding: 'utf8',
  });
  expect(output).toMatch(/^ok 1 - .*GET \/v1\/auth\/whoami 200/m);
});

/** Does to the copy what the page says; gives the names of the files that it says it to. */
function doTouches(): readonly string[] {
  const paths = [...(section?.text ?? '').matchAll(/`(apps\/identity\/[\w./-]+\.ts)`/g)];
  return paths.map(([, path = ''], index) => {
    const { language, text } = section?.blocks[index + 1] ?? { language: 'none', text: '' };
    const file = join(dir, path);
    if (language === 'diff') applyDiff(file, text);
    else writeFileSync(file, text, { flag: 'wx' });
    return path;
  });
}
