import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generateTypes } from '../generate.ts';

it('is committed as it is: run `pnpm --filter @florin/client generate`', async () => {
  for (const [name, text] of Object.entries(await generateTypes())) {
    const committed = await readFile(new URL(`../src/gen/${name}`, import.meta.url), 'utf8');
    expect(committed, name).toBe(text);
  }
}, 60_000);
