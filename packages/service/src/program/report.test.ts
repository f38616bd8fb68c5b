import { PassThrough } from 'node:stream';
import { AppError } from '@florin/contracts';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';
import { makeReport } from './report.ts';

it.each([
  [new AppError('unavailable', 'ledger does not answer'), 40, 'reason', 'ledger does not answer'],
  [new TypeError('a bug'), 50, 'err', { type: 'TypeError', stack: expect.any(String) }],
])('reports %s at level %i', (error, level, field, value) => {
  const destination = new PassThrough();
  makeReport(createLog('ledger', destination))('publishing failed')(error);
  const entry = JSON.parse(String(destination.read()));
  expect(entry).toMatchObject({ level, msg: 'publishing failed', [field]: value });
});
