import type { Form } from '../form.ts';
import type { Context } from '../world.ts';

/** A request of a client, with the names that its path has. */
export interface Asked {
  readonly context: Context;
  readonly form: Form;
  /** The first name in the path; empty where there is none. */
  readonly id: string;
  readonly path: string;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:id` stands for a name. */
  readonly path: string;
  readonly handle: (asked: Asked) => object;
}

export function get(path: string, handle: Route['handle']): Route {
  return { method: 'GET', path, handle };
}

export function post(path: string, handle: Route['handle']): Route {
  return { method: 'POST', path, handle };
}
