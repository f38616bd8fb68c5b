import { join } from 'node:path';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { readSections } from './markdown.ts';
import { missingPrograms, startShell } from './shell.ts';

const missing = missingPrograms('bash', 'curl');
const sections = readSections(join(import.meta.dirname, '../../README.md'));
const blocks = sections.find(({ title }) => title === 'Try it')?.blocks ?? [];
const textOf = (language: string) =>
  blocks.find((block) => block.language === language)?.text ?? '';

it.skipIf(missing !== '')(
  `answers its call as README.md shows${missing && `: ${missing} is missing`}`,
  async () => {
    const [call, answer] = [textOf('sh'), JSON.parse(textOf('json'))];
    expect(call.match(/\bcurl /g)).toHaveLength(1);
    const shell = startShell();
    // A new address for each attempt: the gateway limits sign-ups with one address.
    await eventually(async () => {
      const email = `ada-${crypto.randomUUID()}@example.com`;
      const lines = call.replace('http://127.0.0.1:8080', baseUrl()).replace(answer.email, email);
      expect(JSON.parse(await shell.run(lines))).toMatchObject({ ...answer, email });
    }).finally(shell.end);
  },
);
