import type { ServiceName } from '@florin/contracts';
import {
  connect,
  DiscardPolicy,
  ErrorCode,
  type JetStreamClient,
  type JetStreamManager,
  NatsError,
  nanos,
} from 'nats';
import { type NatsConfig, toConnectionOptions } from './nats-config.ts';

const ANSWER_MS_MAX = 5_000;
const STREAM_AGE_MAX_MS = 7 * 86_400_000;
const STREAM_BYTES_MAX = 1_073_741_824;
/** "maximum bytes exceeded" and "insufficient storage": no message is accepted before a purge. */
const FULL: ReadonlySet<number> = new Set([10_047, 10_077]);
/** JetStream drops duplicates within this time. */
const DUPLICATE_WINDOW_MS = 120_000;

export interface JetStream {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Replicas of a created stream; 1 by default. */
  readonly replicas?: number | undefined;
  /** Size limit of a stream in bytes. */
  readonly streamBytes?: number | undefined;
}

/** The service's stream does not exist, and this user may not create it. */
export class NoStream extends Error {}

/** Name of a service's stream. */
export function streamOf(service: ServiceName): string {
  return `florin_${service}`;
}

/** Subject of an event: `florin.ledger.transaction.created`. */
export function subjectOf(service: ServiceName, type: string): string {
  return `florin.${service}.${type}`;
}

/** Subject on which a service's processes wake the one that publishes events. */
export function wakeSubjectOf(service: ServiceName): string {
  return `florin-wake.${service}`;
}

type Keeping = Pick<JetStream, 'manager' | 'replicas' | 'streamBytes'>;

/**
 * Creates a service's stream if it is missing. Its limits keep the disk from filling.
 * @throws NoStream without the right to create it, since a stream's creator chooses its subjects
 */
export async function ensureStream(jetStream: Keeping, service: ServiceName): Promise<void> {
  try {
    await jetStream.manager.streams.info(streamOf(service));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await makeStream(jetStream, service);
  }
}

async function makeStream(
  { manager, replicas = 1, streamBytes = STREAM_BYTES_MAX }: Keeping,
  service: ServiceName,
): Promise<void> {
  try {
    await manager.streams.add({
      name: streamOf(service),
      subjects: [subjectOf(service, '>')],
      max_age: nanos(STREAM_AGE_MAX_MS),
      max_bytes: streamBytes,
      // Old events may be unhandled, so a full stream refuses new ones. They wait in the outbox.
      discard: DiscardPolicy.New,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: replicas,
    });
  } catch (error) {
    if (!(error instanceof NatsError) || error.code !== ErrorCode.PermissionsViolation) throw error;
    const what = `there is no stream ${streamOf(service)}, and this user may not make it`;
    throw new NoStream(`${what}: run provision`, { cause: error });
  }
}

/** Creates missing streams as a user with that right, and sets the configured replicas. */
export async function provisionStreams(
  nats: NatsConfig,
  services: readonly ServiceName[],
): Promise<void> {
  const connection = await connect({ ...toConnectionOptions(nats), timeout: ANSWER_MS_MAX });
  try {
    const manager = await connection.jetstreamManager({ timeout: ANSWER_MS_MAX });
    const jetStream = { manager, replicas: nats.replicas, streamBytes: nats.streamBytes };
    for (const service of services) {
      try {
        await ensureStream(jetStream, service);
        await keepOn(jetStream, service);
      } catch (error) {
        if (!isStreamFull(error)) throw error;
        const bytes = nats.streamBytes ?? STREAM_BYTES_MAX;
        throw new Error(
          `NATS has no room for the stream ${streamOf(service)} of ${bytes} bytes; set a smaller NATS_STREAM_BYTES, or give JetStream more storage`,
          { cause: error },
        );
      }
    }
  } finally {
    await connection.close();
  }
}

/** @throws Error with the stream's name and size if the server has no room for it */
async function keepOn(
  { manager, replicas, streamBytes = STREAM_BYTES_MAX }: Keeping,
  service: ServiceName,
): Promise<void> {
  const { config } = await manager.streams.info(streamOf(service));
  const wanted = {
    num_replicas: replicas ?? config.num_replicas,
    max_bytes: streamBytes,
    discard: DiscardPolicy.New,
  };
  const isSame = (Object.keys(wanted) as (keyof typeof wanted)[]).every(
    (key) => config[key] === wanted[key],
  );
  if (!isSame) await manager.streams.update(streamOf(service), { ...config, ...wanted });
}

/** Whether JetStream refused a message because the stream or the server is full. */
export function isStreamFull(error: unknown): boolean {
  return error instanceof NatsError && FULL.has(error.api_error?.err_code ?? 0);
}

/** Whether JetStream reports that a stream or consumer does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}
