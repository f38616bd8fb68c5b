import type { Thing } from '../kinds/kind.ts';
import { texts } from '../texts/index.ts';
import { Copy } from './copy.tsx';

/**
 * The webhook request of an event, byte for byte. Timestamp and signature differ for each attempt.
 */
export function Sent({ event }: { readonly event: Thing }) {
  const body = JSON.stringify(event);
  const head = [
    'Content-Type: application/json',
    `webhook-id: ${event.id}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
  ].join('\n');
  return (
    <section aria-labelledby="sent">
      <div class="head">
        <h2 id="sent">{texts().sent}</h2>
        <Copy text={body} label={texts().copyBody} />
      </div>
      <pre>{`POST …\n${head}\n\n${body}`}</pre>
    </section>
  );
}
