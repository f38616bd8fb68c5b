import { parseArgs } from 'node:util';

export const usage = `npm run listen -- [options]

Follows the events of a running Florin, as they happen.

  --since 1h         also what happened since then: s, m, h, d, or an instant
  --type payment.*   only this type, or all of a kind
  --account acc_…    only this account
  --json             each event as a whole, as JSON
  --forward URL      sends each event there, signed by Standard Webhooks
  --secret whsec_…   signs with this secret; otherwise with a new one, which is printed

It is the Florin that runs from this folder (FLORIN_DATA_DIR), or the one that FLORIN_URL names. With
FLORIN_API_KEY it follows the account of that key, otherwise all accounts, as the administrator that
FLORIN_ADMIN_EMAIL and FLORIN_ADMIN_PASSWORD name.
`;

export interface Options {
  readonly since: Date | undefined;
  readonly type: string | undefined;
  readonly account: string | undefined;
  readonly forward: string | undefined;
  readonly secret: string | undefined;
  readonly json: boolean;
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @throws Error for what is no option, or no time. */
export function parseOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      since: text,
      type: text,
      account: text,
      forward: text,
      secret: text,
      json: { type: 'boolean', default: false },
    },
  });
  const { since, type, account, forward, secret, json } = values;
  const from = since === undefined ? undefined : toDate(since);
  return { since: from, type, account, forward, secret, json };
}

function toDate(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (unit) return new Date(Date.now() - Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new Error(`--since ${text}: say 1h, or 2026-01-31T12:00Z`);
  return at;
}
