import { anonymous } from '@florin/contracts';
import { eventually, fetchService } from '@florin/testing';
import { expect } from 'vitest';
import type { Billing, Shop } from './start-billing.ts';

const HERE = 'https://florin.example.com';
const SPAN = { from: '2026-01-01', to: '2026-12-31' };

/** Creates exports of shops and downloads their files. */
export function exportFiles(billing: () => Billing) {
  async function fetchFile(url: string) {
    const answer = await fetchService('billing', billing().httpPort, 'GET', url.replace(HERE, ''), {
      caller: anonymous,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
  }

  /** Waits for an export and downloads it. */
  async function exported(shop: Shop, fields: object) {
    const { status, body } = await shop.post('/v1/exports', { ...SPAN, ...fields });
    expect([status, body.status, body.message]).toEqual([201, 'pending', undefined]);
    const made = await eventually(async () => {
      const { body: now } = await shop.get(`/v1/exports/${body.id}`);
      expect(['succeeded', 'failed']).toContain(now.status);
      return now;
    });
    if (made.status === 'failed') return { made, file: undefined, lines: [] };
    const file = await fetchFile(made.download_url);
    expect([file.status, file.bytes.length]).toEqual([200, made.bytes]);
    return { made, file, lines: file.text.trimEnd().split(/\r?\n/) };
  }

  /** Rows of an export as JSON Lines. */
  async function rowsOf(shop: Shop, fields: object) {
    const { lines } = await exported(shop, { format: 'jsonl', ...fields });
    return lines
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, string | number | null>);
  }

  return { fetchFile, exported, rowsOf };
}
