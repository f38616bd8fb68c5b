import type { Row } from '../row.ts';
import { tested } from './security/tested.ts';

export const exportsCutOff: Row = tested({
  id: 'F38',
  fault: 'a process dies while it writes an export, or loses it to another one and goes on',
  holds: 'every row is in the file once, in order',
  control: 'a billing that begins at the first row whoever was there before',
  files: ['apps/billing/test/exports.test.ts'],
  broken: {
    module: 'apps/billing/src/exports/queries.ts',
    by: 'billing/exports-anew.ts',
  },
});
