import type { Row } from '../row.ts';
import { tested } from './security/tested.ts';

export const exportedMonths: Row = tested({
  id: 'F56',
  fault:
    'an export of a month of the log is killed, its file is damaged, cut or left without its manifest, and the month is dropped',
  holds:
    'what is brought back is each row as it was, and a file that is not as it was exported changes nothing',
  control: 'a restore that believes whatever file there is',
  files: ['apps/webhooks/test/export-log.test.ts', 'apps/ledger/test/export-journal.test.ts'],
  broken: {
    module: 'packages/database/src/partitions/month-file.ts',
    by: 'packages/believes-files.ts',
  },
});
