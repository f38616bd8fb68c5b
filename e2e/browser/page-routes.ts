import { readFileSync } from 'node:fs';
import { serviceNames } from '@florin/contracts';

/** A route for people, in HTML, without a token. */
export interface PageRoute {
  readonly method: string;
  /** Path with parameters in braces. */
  readonly template: string;
}

interface DocumentedPage {
  readonly security?: readonly unknown[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, unknown> }>>;
}

/** The pages of all services, from their generated OpenAPI documents. */
export function readPageRoutes(): readonly PageRoute[] {
  return serviceNames.flatMap((service) => {
    const file = new URL(`../../apps/${service}/openapi.json`, import.meta.url);
    const { paths }: { paths: Record<string, Record<string, DocumentedPage>> } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods)
        .filter(([, page]) => isPage(page))
        .map(([method]) => ({ method: method.toUpperCase(), template })),
    );
  });
}

function isPage({ security = [], responses }: DocumentedPage): boolean {
  const succeeds = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return security.length === 0 && succeeds.some(([, { content }]) => content?.['text/html']);
}

/** The route of an address; undefined if it belongs to no page. */
export function routeOf(
  routes: readonly PageRoute[],
  method: string,
  url: string,
): PageRoute | undefined {
  const parts = new URL(url).pathname.split('/');
  return routes
    .filter(({ method: its, template }) => its === method && matches(template.split('/'), parts))
    .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)[0];
}

function matches(template: readonly string[], parts: readonly string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}
