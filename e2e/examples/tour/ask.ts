/** A request of the tour, besides its operation. */
export interface Asked {
  /** Token to send; none if absent. */
  readonly token?: string;
  /** Value of the path parameter. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation such as `GET /v1/users/{user_id}`. Its first success becomes its example. */
// biome-ignore lint/suspicious/noExplicitAny: any answer; the next call reads ids from it.
export type Ask = (operation: string, asked?: Asked) => Promise<any>;

/** The account of the tour. */
export interface Shop {
  readonly accountId: string;
  readonly token: string;
  readonly adminToken: string;
}
