import { expect, it } from 'vitest';
import { summaryOf } from './trace-statements.ts';

it.each([
  ['select * from "users" where "email" = $1', 'select users'],
  ['insert into outbox (body) values ($1)', 'insert outbox'],
  ['\n    update "sessions" set "ended_at" = $1', 'update sessions'],
  ['delete from inbox where 1 = 1', 'delete inbox'],
  ['begin', 'begin'],
  ["select 'a secret from nowhere'", 'select'],
  ["set local x = 'a secret'", 'set'],
  ['', 'statement'],
])('reduces %j to the operation and the table', (sql, summary) => {
  expect(summaryOf(sql)).toBe(summary);
});
