import { readFileSync } from 'node:fs';
import type { Document } from '@florin/clients';
import { serviceNames } from '@florin/contracts';

/** The merged document of all services, from their committed ones. */
export function readDocument(): Document {
  const documents = serviceNames.map((service): Document => {
    const file = new URL(`../../../apps/${service}/openapi.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8'));
  });
  const paths = Object.assign({}, ...documents.map((document) => document.paths));
  const schemas = Object.assign({}, ...documents.map(({ components }) => components.schemas));
  return { paths, components: { schemas } };
}
