import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface FollowedStream {
  /** Everything received so far. */
  readonly messages: readonly EventSourceMessage[];
  readonly comments: readonly string[];
  /** Resolves when the stream ends for any reason. */
  readonly ended: Promise<void>;
  leave(): Promise<void>;
}

/** Reads server-sent events as they arrive. */
export function followStream(response: Response): FollowedStream {
  const messages: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onComment: (comment) => comments.push(comment),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  async function read(): Promise<void> {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      parser.feed(part.value);
    }
  }
  const ended = read().catch(() => {});
  return { messages, comments, ended, leave: async () => reader?.cancel() };
}
