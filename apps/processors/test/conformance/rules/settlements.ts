import { newId } from '@florin/contracts';
import { expect } from 'vitest';
import type { SettlementLine } from '../../../src/contract/model.ts';
import { AMOUNT, type Driver, newOrder, paid, type Rule, until } from '../driver.ts';

const PAGES_MAX = 100;

/** All lines after a cursor, and the next cursor. */
async function readLines({ processor, merchant }: Driver, from: string | null) {
  const lines: SettlementLine[] = [];
  let cursor = from;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await processor.listSettlements(merchant, cursor);
    lines.push(...page.lines);
    cursor = page.cursor;
    if (!page.hasMore) return { lines, cursor };
  }
  throw new Error('the pages do not end');
}

/** Reads until there is a line about this object. */
async function lineAbout(driver: Driver, from: string | null, about: string | null) {
  const lines: SettlementLine[] = [];
  let cursor = from;
  const seen = await until(
    async () => {
      const read = await readLines(driver, cursor);
      lines.push(...read.lines);
      cursor = read.cursor;
      const line = lines.find((it) => it.about === about);
      return line ? { status: 'seen', line } : { status: 'not settled' };
    },
    (state): state is { status: string; line: SettlementLine } => 'line' in state,
  );
  return { line: seen.line, lines, cursor };
}

/** Rules on settlements and secrets. */
export const settlementRules: readonly Rule[] = [
  {
    name: 'settles each charge by one line with gross amount and fee',
    async check(driver) {
      const { cursor: before } = await readLines(driver, null);
      const { chargeReference } = await paid(driver);
      const { line, lines, cursor } = await lineAbout(driver, before, chargeReference);
      expect(line).toMatchObject({ kind: 'charge', gross: AMOUNT });
      expect(line.fee).toBeGreaterThanOrEqual(0n);
      expect(lines.filter(({ about }) => about === chargeReference)).toHaveLength(1);
      const after = await readLines(driver, cursor);
      expect(after.lines.map(({ reference }) => reference)).not.toContain(line.reference);
    },
  },
  {
    name: 'settles a refund by a separate negative line',
    needs: ({ refunds }) => refunds,
    async check(driver) {
      const { cursor } = await readLines(driver, null);
      const { chargeReference } = await paid(driver);
      const { merchant, currency } = driver;
      const order = {
        id: newId(),
        merchant,
        chargeReference,
        amount: 400n,
        currency,
        reason: null,
      };
      const refund = await driver.processor.refund(order);
      const { line } = await lineAbout(driver, cursor, refund.reference);
      expect(line).toMatchObject({ kind: 'refund', gross: -400n });
    },
  },
  {
    name: 'lists the same lines, each once, on every read from the start',
    async check(driver) {
      await paid(driver);
      await paid(driver);
      const [one, two] = [await readLines(driver, null), await readLines(driver, null)];
      const names = two.lines.map(({ reference }) => reference);
      expect(names.slice(0, one.lines.length)).toEqual(one.lines.map(({ reference }) => reference));
      expect(new Set(names).size).toBe(names.length);
    },
  },
  {
    name: 'includes no secret or card number in states and errors',
    async check(driver) {
      const { order, state } = await paid(driver);
      const said: unknown[] = [state];
      const unknown = { ...newOrder(driver, 'pays'), reference: 'nothing_that_exists' };
      for (const call of [
        () => driver.processor.find(unknown),
        () => driver.processor.cancel(unknown),
        () => driver.processor.authorize({ ...order, amount: -1n }),
        () => driver.processor.findDispute('nothing_that_exists', driver.merchant),
      ])
        said.push(await call().catch((error: Error) => `${error.message} ${error.stack}`));
      const text = JSON.stringify(said, (_key, value) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      for (const secret of driver.secrets) expect(text).not.toContain(secret);
    },
  },
];
