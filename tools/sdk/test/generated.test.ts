import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateClients } from '../src/generate.ts';

describe('generated code of the Python and Go clients', () => {
  it.each([...generateClients()].map(([file, text]) => [basename(file), file, text]))(
    'is committed as it is: %s (run `pnpm generate`)',
    (_name, file, text) => {
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );
});
