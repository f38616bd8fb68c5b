import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUICK_START, rotatingShare } from '@florin/testing';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addOperators } from '../src/operators.ts';

const root = join(import.meta.dirname, '../../..');

/** The table of docs/operating/commands.md: commands, and the reasons for exit code 1. */
const [, section = ''] =
  /^## Exit codes$(.*?)^## /ms.exec(
    readFileSync(join(root, 'docs/operating/commands.md'), 'utf8'),
  ) ?? [];
const rows = [...section.matchAll(/^\| `(?<command>[^`]+)` \| (?<finding>.+) \|$/gm)].map(
  ({ groups: { command = '', finding = '' } = {} }) => ({ command, finding }),
);

const program = new Command('florin');
addOperators(program, []);

/** All subcommands, except groups. */
function leavesOf(command: Command): readonly Command[] {
  const { commands } = command;
  return commands.length === 0 ? [command] : commands.flatMap(leavesOf);
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (more) => {
      text += more;
    },
  });
  command.outputHelp();
  return text;
}

const scripts: Readonly<Record<string, readonly string[]>> = {
  'main.ts provision': ['apps/ledger/src/main.ts', 'provision'],
  'main.ts migrate': ['apps/ledger/src/main.ts', 'migrate'],
  'main.ts retire-role': ['apps/ledger/src/main.ts', 'retire-role'],
  'npm run local-secrets': ['tools/deploy/src/main.ts'],
  'npm run rotate-secrets': ['tools/deploy/src/rotate/main.ts'],
  'npm run images': ['tools/deploy/src/images.ts'],
  'npm run citus -- partitions': ['tools/citus/src/main.ts', 'partitions'],
  'npm run citus -- migrate': ['tools/citus/src/main.ts', 'migrate'],
};

const codes = (finding: string) =>
  `Exit codes: 0: done${finding === 'never' ? '' : `, 1: ${finding}`}, 2: it could not do its work.`;

it('the table in docs/operating/commands.md lists every operator command', () => {
  const named = [...leavesOf(program).map(nameOf), ...Object.keys(scripts)];
  expect(rows.map(({ command }) => command).toSorted()).toEqual(named.toSorted());
});

/** Each row starts a process. */
const ROW_SHARES = 3;

it.each(rotatingShare(rows, ROW_SHARES))(
  '$command documents its exit codes as the table does',
  ({ command, finding }) => {
    const leaf = leavesOf(program).find((each) => nameOf(each) === command);
    const args = scripts[command];
    const help = leaf
      ? helpOf(leaf)
      : spawnSync(process.execPath, [...QUICK_START.options, ...(args ?? []), '--help'], {
          cwd: root,
          encoding: 'utf8',
        }).stdout;
    expect(help).toContain(codes(finding));
    expect(help).toContain('--json');
  },
);

it.each(rotatingShare(Object.entries(scripts), ROW_SHARES))(
  '%s: a wrong call ends with 2, and says why',
  (_, args) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        ...QUICK_START.options,
        ...args,
        ...(args.length === 1 ? ['no-such', '--two'] : []),
        '--json',
      ],
      { cwd: root, encoding: 'utf8', env: { ...QUICK_START.env, PATH: process.env.PATH } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ exit_code: 2, error: expect.stringMatching(/./) });
    expect(status).toBe(2);
  },
);
