import type { ServiceName } from '@florin/contracts';
import {
  connect,
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
/** Within this time JetStream itself drops a second copy of an event. */
const DUPLICATE_WINDOW_MS = 120_000;

export interface JetStream {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  /** How many servers keep each event of a stream that is made; one where nothing is said. */
  readonly replicas?: number | undefined;
}

/** A service that has no stream and may not make one. */
export class NoStream extends Error {}

/** The stream that holds a service's events. */
export function streamOf(service: ServiceName): string {
  return `florin_${service}`;
}

/** Where an event is published: `florin.ledger.transaction.created`. */
export function subjectOf(service: ServiceName, type: string): string {
  return `florin.${service}.${type}`;
}

/** Where processes of a service tell the one that publishes its events that there may be some. */
export function wakeSubjectOf(service: ServiceName): string {
  return `florin-wake.${service}`;
}

type Keeping = Pick<JetStream, 'manager' | 'replicas'>;

/**
 * Makes a service's stream unless it is there; its bounds keep the disk from filling.
 * @throws NoStream where this user may not: whoever makes streams chooses what they capture.
 */
export async function ensureStream(jetStream: Keeping, service: ServiceName): Promise<void> {
  try {
    await jetStream.manager.streams.info(streamOf(service));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await makeStream(jetStream, service);
  }
}

async function makeStream({ manager, replicas = 1 }: Keeping, service: ServiceName): Promise<void> {
  try {
    await manager.streams.add({
      name: streamOf(service),
      subjects: [subjectOf(service, '>')],
      max_age: nanos(STREAM_AGE_MAX_MS),
      max_bytes: STREAM_BYTES_MAX,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: replicas,
    });
  } catch (error) {
    if (!(error instanceof NatsError) || error.code !== ErrorCode.PermissionsViolation) throw error;
    const what = `there is no stream ${streamOf(service)}, and this user may not make it`;
    throw new NoStream(`${what}: run provision`, { cause: error });
  }
}

/**
 * Makes the streams of these services unless they are there, as somebody who may, and lets as many
 * servers keep them as is said.
 */
export async function provisionStreams(
  nats: NatsConfig,
  services: readonly ServiceName[],
): Promise<void> {
  const connection = await connect({ ...toConnectionOptions(nats), timeout: ANSWER_MS_MAX });
  try {
    const manager = await connection.jetstreamManager({ timeout: ANSWER_MS_MAX });
    const jetStream = { manager, replicas: nats.replicas };
    for (const service of services) {
      await ensureStream(jetStream, service);
      await keepOn(jetStream, service);
    }
  } finally {
    await connection.close();
  }
}

async function keepOn({ manager, replicas }: Keeping, service: ServiceName): Promise<void> {
  const { config } = await manager.streams.info(streamOf(service));
  if (replicas === undefined || config.num_replicas === replicas) return;
  await manager.streams.update(streamOf(service), { ...config, num_replicas: replicas });
}

/** Whether JetStream says that a stream or consumer does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}
