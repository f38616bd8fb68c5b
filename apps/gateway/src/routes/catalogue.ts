import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { type ClientConfig, makeClient } from '@florin/grpc';
import type { Logger } from '@florin/service';
import { newRequestId } from '../requests/request-id.ts';
import type { DescribeReply } from './accept-description.ts';
import { type DescribedService, type DescribeTiming, startDescribing } from './describe.ts';
import { mergeOpenApi, type OpenApiHead } from './openapi.ts';
import { buildRouteTable, type RouteTable } from './route-table.ts';

/** What all services together offer, as far as they have said. */
export interface Catalogue {
  readonly services: readonly DescribedService[];
  table(): RouteTable;
  openApi(): object;
  /**
   * Whether a service is routed to that has not said anything yet. A gateway that has just started
   * waits for it: who came while it started is answered as if nothing had happened.
   */
  isAwaited(service: ServiceName): Promise<boolean>;
  stop(): Promise<void>;
}

const DESCRIBE_MS = 2_000;
/** How long after its start requests wait for what their service says: less than they may take. */
const FIRST_WAIT_MS = 1_500;
const LOOK_MS = 20;

/** Keeps one route table and one OpenAPI document of what the services describe. */
export function startCatalogue(
  clients: readonly (ClientConfig & { readonly callee: ServiceName })[],
  head: OpenApiHead,
  timing: DescribeTiming,
  log: Logger,
): Catalogue {
  const waitsUntil = performance.now() + FIRST_WAIT_MS;
  let table = buildRouteTable([]);
  let openApi: object = mergeOpenApi(head, []);
  const stubs = clients.map((client) => makeClient(grpcServices.describe, client));
  const services = clients.map(({ callee }, index) =>
    startDescribing(callee, () => describe(index), rebuild, timing, log),
  );

  async function describe(index: number): Promise<DescribeReply> {
    const stub = stubs[index];
    if (!stub) throw new Error('no such client');
    const context = { requestId: newRequestId(), timeoutMs: DESCRIBE_MS };
    return stub.describe({}, context);
  }

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
    async isAwaited(name) {
      const service = services.find((each) => each.name === name);
      if (service === undefined) return false;
      while (service.description() === undefined && performance.now() < waitsUntil)
        await pause(LOOK_MS);
      return service.description() === undefined;
    },
    async stop() {
      for (const stub of stubs) stub.close();
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}
