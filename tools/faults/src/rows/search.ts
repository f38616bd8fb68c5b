import type { Row } from '../row.ts';
import { tested } from './security/tested.ts';

/** What is found, by events that come as they like. */
export const searchRows: readonly Row[] = [
  tested({
    id: 'F40',
    fault:
      'events of what can be found arrive twice, out of order, and in two batches at once; what handles them is killed before its commit, and begins again',
    holds:
      'each object is found by what it is called now, and by nothing that it was called before',
    control: 'a console that keeps what comes last',
    files: ['apps/console/test/late-events.test.ts'],
    broken: {
      module: 'apps/console/src/search/keep.ts',
      by: 'console/keeps-what-comes-last.ts',
    },
  }),
];
