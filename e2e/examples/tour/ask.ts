/** What a call of the tour says besides its operation. */
export interface Asked {
  /** Whose token is sent; nobody's without it. */
  readonly token?: string;
  /** What stands in the braces of the path. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation such as `GET /v1/users/{user_id}`. Its first success is its example. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was answered; the next call takes ids out of it.
export type Ask = (operation: string, asked?: Asked) => Promise<any>;

/** Whoever the tour is about. */
export interface Shop {
  readonly accountId: string;
  readonly token: string;
  readonly adminToken: string;
}
