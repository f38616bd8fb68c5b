import { eventSources, publisherNames } from '@florin/contracts';
import { connectEvents } from '@florin/events';

export interface NatsWatch {
  /** Size of all streams. */
  bytes(): Promise<number>;
  /** Messages that webhooks has not handled. */
  countUnhandled(): Promise<number>;
  close(): Promise<void>;
}

/** @param url with full rights. */
export async function watchNats(url: string): Promise<NatsWatch> {
  const connection = connectEvents({ url }, 'bench', () => {});
  const { manager } = await connection.jetStream();
  const streamOf = (service: string) => `florin_${service}`;
  const streams = publisherNames.map(streamOf);
  const consumed = Object.keys(eventSources.webhooks).map(streamOf);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    async bytes() {
      return sum(
        await Promise.all(
          streams.map(async (stream) => (await manager.streams.info(stream)).state.bytes),
        ),
      );
    },
    async countUnhandled() {
      return sum(
        await Promise.all(
          consumed.map(async (stream) => {
            const info = await manager.consumers.info(stream, 'webhooks');
            return info.num_pending + info.num_ack_pending;
          }),
        ),
      );
    },
    close: () => connection.close(),
  };
}
