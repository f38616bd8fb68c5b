import type { Form } from '../form.ts';
import type { Context } from '../world.ts';

/** A client's request, with its path parameters. */
export interface Asked {
  readonly context: Context;
  readonly form: Form;
  /** The first path parameter; empty without one. */
  readonly id: string;
  readonly path: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` is a parameter. */
  readonly path: string;
  readonly handle: (asked: Asked) => object;
}

export function get(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, handle };
}

export function post(path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, handle };
}
