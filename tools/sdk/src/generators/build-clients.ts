import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generator, generators } from './generators.ts';
import { mergedDocument } from './merged-document.ts';

/** The result of one generator: undefined, or why it was skipped or has failed. */
export interface Outcome {
  readonly name: string;
  readonly leftOut?: string | undefined;
  readonly failure?: string | undefined;
  readonly unproved?: string | undefined;
}

/** Builds clients with these generators from a document, each in a temporary folder. */
export function buildClients(
  names: readonly string[],
  document: object = mergedDocument(),
): readonly Outcome[] {
  const folder = mkdtempSync(join(tmpdir(), 'florin-generators-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    return generators
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((generator) => build(generator, file, mkdtempSync(join(folder, 'client-'))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(generator: Generator, document: string, folder: string): Outcome {
  const { name, unproved } = generator;
  const leftOut = generator.missing();
  if (leftOut !== undefined) return { name, leftOut };
  try {
    generator.build(document, folder);
    return { name, unproved: unproved?.() };
  } catch (error) {
    return { name, failure: error instanceof Error ? error.message : String(error) };
  }
}
