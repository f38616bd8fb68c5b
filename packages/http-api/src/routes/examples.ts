import type { Route, RouteExample } from './define-route.ts';

/** Examples of operations, by method and path: `POST /v1/transactions`. */
export type Examples = Readonly<Record<string, RouteExample>>;

/** Adds the examples to their routes. */
export function withExamples(examples: Examples, routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => {
    const example = examples[`${route.method} ${route.path}`];
    return example === undefined ? route : { ...route, example };
  });
}
