import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');

/** A folder with `florin` in it, as a shell finds it. */
function folderWithFlorin(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-completion-'));
  const file = join(folder, 'florin');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

const PATH = `${folderWithFlorin()}${delimiter}${process.env.PATH}`;

const cases: readonly (readonly [typed: string, found: string])[] = [
  ['pay', 'payment payment-methods payments payouts'],
  ['payments get', 'get get-status'],
  ['payments create --cust', '--customer_email --customer_id'],
  ['payments list --status s', 'succeeded'],
  ['trigger payment.s', 'payment.succeeded'],
  ['completion f', 'fish'],
];

it('suggests the next words in bash', () => {
  const script = `
    source <(florin completion bash)
    for typed in "$@"; do
      IFS=' ' read -ra words <<< "$typed"
      COMP_WORDS=(florin "\${words[@]}")
      COMP_CWORD=\${#words[@]}
      _florin
      echo $(printf '%s\\n' "\${COMPREPLY[@]}" | sort)
    done`;
  const typed = cases.map(([words]) => words);
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...typed], {
    encoding: 'utf8',
    env: { ...process.env, PATH, LC_ALL: 'C' },
  });
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual(cases.map(([, found]) => found));
}, 120_000);

it.each(['bash', 'zsh', 'fish'])('%s accepts its script', (shell) => {
  const { stdout } = spawnSync(process.execPath, [main, 'completion', shell], { encoding: 'utf8' });
  expect(stdout).toContain('florin completion words --');
  const checked = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
  // A machine without this shell needs no completion for it.
  if (checked.error === undefined) expect(checked.stderr).toBe('');
});

it('is available for no other shell', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'completion', 'csh'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('bash, zsh, fish');
  expect(status).toBe(1);
});
