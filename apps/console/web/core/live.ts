import { florin } from './api.ts';
import { touch } from './data.ts';

const PAUSE_MS_MAX = 30_000;
/** The service sends a heartbeat every 15 s. */
const SILENCE_MS_MAX = 40_000;
/** Changes within this window trigger one reload. */
const GATHERED_MS = 250;

export type LiveState = 'live' | 'apart';

/**
 * Follows the event stream and reloads visible data that changed. A broken stream is reopened and
 * everything is reloaded once, so no missed event stays hidden.
 */
export function followEvents(onState: (state: LiveState) => void): () => void {
  const ended = new AbortController();
  follow(ended.signal, onState).catch(() => onState('apart'));
  return () => ended.abort();
}

async function follow(signal: AbortSignal, onState: (state: LiveState) => void): Promise<void> {
  let pauseMs = 1_000;
  let isFirst = true;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const giveUp = () => attempt.abort();
    // Without this, an offline browser may hold a silent stream for minutes.
    addEventListener('offline', giveUp, { once: true });
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      // An ordinary call first renews the session that the stream then uses.
      const { data } = await florin.get('/v1/events', { query: { limit: 1 }, signal });
      const response = await fetch('/v1/events/stream', { signal: attempt.signal });
      if (!response.ok || !response.body) throw new Error(`the stream answers ${response.status}`);
      onState('live');
      // Catches changes between loading and opening the stream; the first time, only if there are
      // any.
      if (!isFirst || isRecent(data[0]?.created_at)) touch();
      isFirst = false;
      pauseMs = 1_000;
      await readStream(response.body, giveUp);
    } catch {
      if (signal.aborted) return;
    } finally {
      removeEventListener('offline', giveUp);
      signal.removeEventListener('abort', giveUp);
    }
    onState('apart');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
  }
}

/** Much longer than opening a stream takes, to tolerate clock skew. */
const RECENT_MS = 300_000;

function isRecent(instant: string | undefined): boolean {
  return instant !== undefined && Math.abs(Date.now() - Date.parse(instant)) < RECENT_MS;
}

/** Every event is listed, may change a balance, and has an audit log entry. */
const ALWAYS = ['event', 'balance', 'attention', 'audit_entry', 'request'];

async function readStream(body: ReadableStream<Uint8Array>, giveUp: () => void): Promise<void> {
  const gathered = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const silence = setTimeout(giveUp, SILENCE_MS_MAX);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const type = /^event: ([a-z_]+)\./.exec(line)?.[1];
      if (type !== undefined) gathered.add(type);
    }
    if (gathered.size === 0 || timer !== undefined) continue;
    timer = setTimeout(() => {
      timer = undefined;
      touch([...gathered, ...ALWAYS]);
      gathered.clear();
    }, GATHERED_MS);
  }
}
