import { republish } from '@florin/events';
import { PRODUCERS } from '../../auditor/producers.ts';
import type { Florin } from '../../florin/start-florin.ts';
import { schemaUrl } from './schema-url.ts';

/** Runs `main.ts republish --since 1h` of every publishing service. */
export async function republishAll(florin: Florin): Promise<void> {
  for (const service of PRODUCERS) {
    const database = { url: schemaUrl(florin, service), poolSizeMax: 2 };
    await republish({ database }, ['--since', '1h']);
  }
}
