import { join } from 'node:path';
import { eventually } from '@florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { type Block, readSections } from './markdown.ts';
import { missingPrograms, type Shell, startShell } from './shell.ts';

const ADDRESS = 'FLORIN=http://127.0.0.1:8080';
/** Like curl, but also prints the status of the answer. */
const TELL_STATUS = `curl() { command curl -w '%{stderr}HTTP %{http_code}\\n' "$@"; }`;

const [opening, ...rest] = readSections(join(import.meta.dirname, '../../docs/tutorial.md'));
const calls = rest.filter(({ title }) => /^\d/.test(title));
const missing = missingPrograms('bash', 'curl');

it('the tutorial begins with the address of npm start', () => {
  expect(opening?.blocks[0]?.text).toContain(`${ADDRESS}\n`);
});

it('the tutorial has eleven numbered steps, each with a block to copy and its answer', () => {
  expect(calls.map(({ title }) => Number.parseInt(title, 10))).toEqual(
    Array.from({ length: 11 }, (_none, index) => index + 1),
  );
  for (const { title, blocks } of calls) {
    expect([title, blocks.map(({ language }) => language)]).toEqual([
      title,
      ['sh', expect.stringMatching(/json|html/)],
    ]);
    expect(blocks[0]?.text, title).toMatch(/\bcurl /);
  }
});

describe.skipIf(missing !== '')(
  `with bash and curl${missing && `, of which ${missing} is missing`}`,
  () => {
    const variables = opening?.blocks[0]?.text ?? '';
    let shell: Shell;
    beforeAll(async () => {
      shell = startShell();
      await shell.run(TELL_STATUS);
    });
    afterAll(() => shell?.end());

    it.each(calls)('$title', async ({ title, text, blocks: [command, answer] }) => {
      if (!command || !answer) throw new Error('it has no command, or no answer');
      const status = /answers `(\d{3})`/.exec(text)?.[1];
      const expectAnswer = (output: string) => expectOutput(output, `HTTP ${status}`, answer);
      // A read may be repeated until an event has arrived, as the page says.
      const reads = !command.text.includes(' -d ');
      const output = await eventually(async () => {
        // Each attempt to open an account uses another email.
        if (title.startsWith('1. ')) await shell.run(variables.replace(ADDRESS, ownAddress()));
        const printed = await shell.run(command.text);
        // Many sign up from this address: the gateway limits the rate with 429.
        if (reads || printed.startsWith('HTTP 429')) expectAnswer(printed);
        return printed;
      });
      expectAnswer(output);
    });
  },
);

function ownAddress(): string {
  return `FLORIN=${baseUrl()}`;
}

function expectOutput(output: string, status: string, { language, text }: Block): void {
  const lines = output.trim().split('\n');
  const statuses = lines.filter((line) => line.startsWith('HTTP '));
  expect(new Set(statuses), output).toEqual(new Set([status]));
  const said = lines.slice(statuses.length).join('\n').trim();
  if (language === 'json') expect(JSON.parse(said)).toMatchObject(patternOf(text));
  else expect(said).toBe(text.trim());
}

/** The written answer, with a wildcard for every `…`. */
function patternOf(json: string): object {
  return JSON.parse(json, (_name, value) => {
    if (typeof value !== 'string' || !value.includes('…')) return value;
    const literal = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return expect.stringMatching(new RegExp(`^${literal.replaceAll('…', '.+')}$`));
  });
}
