/** What stands at an address: made when it is asked for, the same each time. */
export interface ReferenceFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly makeText: () => string | Promise<string>;
}
