import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTypes } from '../generate.ts';

it('is committed as it is: run `pnpm --filter @florin/client generate`', async () => {
  const committed = await readFile(new URL('../src/gen/openapi.ts', import.meta.url), 'utf8');
  expect(committed).toBe(await generateTypes());
}, 60_000);
