/** Another process has taken the lease over, so the plans of this one are stale. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
