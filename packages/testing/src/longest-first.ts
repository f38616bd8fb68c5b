import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than 20 seconds. The last of them would run alone at the end of the run. */
const LONG = [
  'e2e/contributing/',
  'e2e/telemetry/',
  'tools/launcher/test/whole-florin.test.ts',
  'tools/launcher/test/start.test.ts',
  'apps/processors/test/conformance/',
];

/**
 * Starts the longest files first. Vitest orders files by their last duration, which a clean clone does not
 * have, or by size, which says little of files that start servers.
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
