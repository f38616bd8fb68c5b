import { join } from 'node:path';
import { eventually } from '@florin/testing';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { readSections } from './markdown.ts';
import { missingPrograms, startShell } from './shell.ts';

const missing = missingPrograms('bash', 'curl');
const sections = readSections(join(import.meta.dirname, '../../README.md'));
const title = 'Three calls to try';
const block = sections.find((section) => section.title === title)?.blocks[0]?.text ?? '';

it.skipIf(missing !== '')(
  `answers its three calls${missing && `: ${missing} is missing`}`,
  async () => {
    expect(block.match(/\bcurl /g)).toHaveLength(3);
    const lines = block.replace('http://127.0.0.1:8080', baseUrl());
    const shell = startShell();
    // Each time for somebody else: too many sign-ups of one address at once are told so.
    await eventually(async () => {
      const answers = (await shell.run(lines)).trim().split('\n');
      expect(answers.map((answer) => JSON.parse(answer))).toMatchObject([
        { status: 'active' },
        { token_type: 'Bearer' },
        { type: 'credit', status: 'succeeded', amount: 2_500 },
      ]);
    }).finally(shell.end);
  },
);
