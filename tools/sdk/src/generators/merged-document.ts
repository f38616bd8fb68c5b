import { readFileSync } from 'node:fs';
import { type HttpMethod, serviceNames } from '@florin/contracts';
import { mergeOpenApi } from '../../../../apps/gateway/src/routes/openapi.ts';

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

const declaration = {
  token: 'none',
  scope: null,
  timeoutMs: 1,
  stream: false,
  costly: false,
} as const;

/** `GET /v1/openapi.json`, as the gateway merges it from the committed documents. */
export function mergedDocument() {
  const parts = serviceNames.map((service) => {
    const file = new URL(`../../../../apps/${service}/openapi.json`, import.meta.url);
    const openapi: Document = JSON.parse(readFileSync(file, 'utf8'));
    const routes = Object.entries(openapi.paths).flatMap(([template, methods]) =>
      Object.keys(methods).map((method) => ({
        ...{ service, template, ...declaration },
        method: method.toUpperCase() as HttpMethod,
      })),
    );
    return { service, openapi, routes };
  });
  return mergeOpenApi({ version: '0.1.0', publicUrl: undefined }, parts);
}
