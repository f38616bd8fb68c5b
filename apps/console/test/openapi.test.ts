import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openApiText } from '../src/openapi.ts';

it('is committed: run `pnpm generate` in this app', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  expect(committed).toBe(openApiText());
});
