import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take over 20 seconds. Started last, they would run alone at the end. */
const LONG = [
  'e2e/contributing/',
  'e2e/telemetry/',
  'tools/launcher/test/whole-florin.test.ts',
  'tools/launcher/test/start.test.ts',
  'apps/processors/test/conformance/',
];

/**
 * Starts the longest files first. Vitest sorts by previous duration, which a clean clone lacks, or
 * by size, which says little about tests that start servers.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = LONG.findIndex((path) => moduleId.includes(`/${path}`));
  return index === -1 ? LONG.length : index;
}
