import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { goEnvironment, languages, pythonEnvironment, reportMissing } from './languages.ts';

const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), 'florin-samples-'));
let text = '';

beforeAll(async () => {
  const answer = await fetch(`${baseUrl()}/llms-full.txt`);
  text = await answer.text();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
reportMissing();

const missing = (name: string) => languages.find((one) => one.name === name)?.missing;
const goRoot = languages.find(({ name }) => name === 'Go')?.root ?? '';

/** Code samples of the reference. Programs in guides are run elsewhere. */
function samplesFor(fence: string, start: RegExp): readonly string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm'));
  return [...blocks].map(([, block = '']) => block.trimEnd()).filter((block) => start.test(block));
}

describe('calls in the reference', () => {
  it.skipIf(missing('Go') !== undefined)(
    'compile in Go, and are formatted',
    async () => {
      const samples = samplesFor('go', /^(for )?\w+, err := .*client\./);
      expect(samples.length).toBeGreaterThan(150);
      const functions = samples.map((sample, index) => {
        const lines = sample.split('\n').map((line) => `\t${line}`);
        const [, one] = /^(\w+), err :=/.exec(sample) ?? [];
        const used = one === undefined ? [] : [`\t_, _ = ${one}, err`];
        return [`func sample${index}() {`, ...lines, ...used, '}', ''].join('\n');
      });
      const head = [
        ...['package samples', '', 'import (', '\t"context"', '\t"fmt"', '\t"log"', ''],
        ...['\t"florin.invalid/florin"', ')', '', 'var (', '\tctx    = context.Background()'],
        ...['\tclient = florin.New(florin.Options{})', ')', '', ''],
      ].join('\n');
      mkdirSync(join(dir, 'go'));
      writeFileSync(join(dir, 'go/samples.go'), `${head}${functions.join('\n')}`);
      const module = [
        'module samples\n\ngo 1.24\n',
        'require florin.invalid/florin v0.0.0\n',
        `replace florin.invalid/florin => ${goRoot}\n`,
      ];
      writeFileSync(join(dir, 'go/go.mod'), module.join('\n'));
      const options = { cwd: join(dir, 'go'), env: goEnvironment };
      expect((await run('gofmt', ['-d', '.'], options)).stdout).toBe('');
      await run('go', ['vet', './...'], options);
      // Go compiles its own library first if no one has.
    },
    240_000,
  );

  it.skipIf(missing('Python') !== undefined)('are valid Python', () => {
    const samples = samplesFor('python', /^florin\.\w+\.\w+\(/);
    expect(samples.length).toBeGreaterThan(150);
    const file = join(dir, 'samples.py');
    writeFileSync(file, samples.join('\n'));
    execFileSync('python3', ['-m', 'py_compile', file], { env: pythonEnvironment });
  });
});
