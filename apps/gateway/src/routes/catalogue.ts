import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type ClientConfig, makeClient } from '@florin/grpc';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { newRequestId } from '../answers/answer.ts';
import { makeOutageLog } from '../outage-log.ts';
import { acceptDescription, type DescribeReply, type Description } from './accept-description.ts';
import { mergeOpenApi, type OpenApiHead } from './openapi.ts';
import { buildRouteTable, type KnownRoutes } from './table.ts';

/** The last known routes and documents of all services. */
export interface Catalogue extends KnownRoutes {
  readonly services: readonly DescribedService[];
  openApi(): object;
  stop(): Promise<void>;
}

export interface DescribedService {
  readonly name: ServiceName;
  /** Its last good description; undefined before the first. */
  description(): Description | undefined;
  /** Whether its last call succeeded. */
  answers(): boolean;
}

export interface DescribeTiming {
  readonly everyMs: number;
  /** Shorter interval while a service does not answer. */
  readonly afterErrorMs: number;
}

const DESCRIBE_MS = 2_000;
/** How long requests wait for routes after startup; shorter than their timeout. */
const STARTUP_WAIT_MS = 1_500;
const POLL_MS = 20;
/** Refusals that are not logged again; the list restarts when full. */
const REPORTED_MAX = 1_000;

/** Maintains one route table and one OpenAPI document of all services. */
export function startCatalogue(
  clients: readonly (ClientConfig & { readonly callee: ServiceName })[],
  head: OpenApiHead,
  timing: DescribeTiming,
  log: Logger,
): Catalogue {
  const waitsUntil = performance.now() + STARTUP_WAIT_MS;
  let table = buildRouteTable([]);
  let openApi: object = mergeOpenApi(head, []);
  const services = clients.map((client) => startDescribing(client, rebuild, timing, log));

  function rebuild(): void {
    const parts = services.map((service) => ({
      service: service.name,
      routes: service.description()?.routes ?? [],
      openapi: service.description()?.openapi,
    }));
    table = buildRouteTable(parts.flatMap(({ routes }) => routes));
    openApi = mergeOpenApi(head, parts);
    for (const { service, method, template } of table.duplicates)
      log.error({ service, method, template }, 'another service has this route already');
  }

  return {
    services,
    table: () => table,
    openApi: () => openApi,
    async isStarting(name) {
      const service = services.find((each) => each.name === name);
      if (service === undefined) return false;
      while (service.description() === undefined && performance.now() < waitsUntil)
        await pause(POLL_MS);
      return service.description() === undefined;
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}

/** Polls a service for its routes, so that its team can deploy without the gateway. */
function startDescribing(
  client: ClientConfig & { readonly callee: ServiceName },
  onChange: () => void,
  { everyMs, afterErrorMs }: DescribeTiming,
  log: Logger,
): DescribedService & { stop(): Promise<void> } {
  const name = client.callee;
  const stub = makeClient(grpcServices.describe, client);
  let knownDigest = '';
  let description: Description | undefined;
  let answers = false;
  const outage = makeOutageLog(log);
  const reported = new Set<string>();

  async function ask(): Promise<'rest'> {
    const context = { requestId: newRequestId(), timeoutMs: DESCRIBE_MS };
    const reply = await stub.describe({ knownDigest }, context);
    // A service of an older release without digests sends everything each time.
    const digest = reply.digest || digestOf(reply);
    if (digest !== knownDigest) {
      const accepted = acceptDescription(name, reply);
      report(accepted.refusals);
      knownDigest = digest;
      description = accepted.description;
      log.info(
        { service: name, version: description.version, routes: description.routes.length },
        'loaded routes',
      );
      onChange();
    }
    answers = true;
    outage.ended();
    return 'rest';
  }

  function report(refusals: readonly string[]): void {
    if (reported.size > REPORTED_MAX) reported.clear();
    for (const refusal of refusals) {
      if (reported.has(refusal)) continue;
      reported.add(refusal);
      log.error({ service: name, refusal }, 'refused a route that a service announced');
    }
  }

  const loop = startLoop(ask, { restMs: everyMs, restAfterErrorMs: afterErrorMs }, (error) => {
    answers = false;
    outage.report(error, 'a service did not describe its routes; its last routes stay in use', {
      service: name,
      hasEverWorked: description !== undefined,
    });
  });
  return {
    name,
    description: () => description,
    answers: () => answers,
    async stop() {
      stub.close();
      await loop.stop();
    },
  };
}

function digestOf(reply: DescribeReply): string {
  return createHash('sha256').update(JSON.stringify(reply)).digest('base64url');
}
