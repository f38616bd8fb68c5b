import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { goEnvironment, languages, pythonEnvironment } from './languages.ts';

const run = promisify(execFile);

function find(name: string) {
  const language = languages.find((one) => one.name === name);
  if (!language) throw new Error(`there is no client for ${name}`);
  return language;
}
const python = find('Python');
const go = find('Go');

/** Properties of a client that only a program in the same language can check. */
describe("the client's own tests", () => {
  it.skipIf(python.missing !== undefined)('for Python pass', async () => {
    const args = ['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests', '-v'];
    const { stderr } = await run('python3', args, { cwd: python.root, env: pythonEnvironment });
    expect(stderr).toMatch(/^Ran [1-9]\d* tests? in /m);
  });

  it.skipIf(go.missing !== undefined)(
    'pass for Go, with idiomatic code',
    async () => {
      const options = { cwd: go.root, env: goEnvironment };
      expect((await run('gofmt', ['-l', '.'], options)).stdout).toBe('');
      await run('go', ['vet', './...'], options);
      // Vetted above.
      const { stdout } = await run('go', ['test', '-vet=off', '-count=1', './...'], options);
      expect(stdout).toMatch(/^ok\s+florin/m);
      // Go compiles its own library first if no one has.
    },
    240_000,
  );
});
