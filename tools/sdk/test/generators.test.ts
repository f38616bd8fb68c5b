import { afterAll, expect, it } from 'vitest';
import { buildClients } from '../src/generators/build-clients.ts';
import { mergedDocument } from '../src/generators/merged-document.ts';

const EACH_COMMIT = ['openapi-spec-validator', 'openapi-typescript'] as const;
const BOUND_MS = 600_000;
const leftOut = new Set<string>();
afterAll(() => {
  if (leftOut.size > 0) process.stdout.write(`skipped: ${[...leftOut].join(', ')}\n`);
});

function failuresOf(name: string, document?: object): readonly string[] {
  return buildClients([name], document).flatMap(({ leftOut: why, failure = '' }) => {
    if (why !== undefined) leftOut.add(`${name}, ${why}`);
    return why === undefined ? [failure] : [];
  });
}

it.each(EACH_COMMIT)('%s accepts the document of all services', { timeout: BOUND_MS }, (name) => {
  expect(failuresOf(name).join('')).toBe('');
});

it('a document with a broken reference is refused', { timeout: BOUND_MS }, () => {
  const document = mergedDocument();
  const broken = JSON.parse(
    JSON.stringify(document).replaceAll(
      '#/components/schemas/Error"',
      '#/components/schemas/None"',
    ),
  );
  for (const failure of failuresOf('openapi-typescript', broken)) expect(failure).not.toBe('');
});
