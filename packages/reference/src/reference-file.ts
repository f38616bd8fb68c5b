/** A file, rendered on first request; its content never changes. */
export interface ReferenceFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly makeText: () => string | Promise<string>;
}
