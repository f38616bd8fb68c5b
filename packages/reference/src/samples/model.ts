/** A call as an example shows it. */
export interface SampleCall {
  readonly operationId: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly needsToken: boolean;
  readonly takesKey: boolean;
  /** JSON; undefined where nothing is sent. */
  readonly body: unknown;
  readonly isStream: boolean;
}

/** The path with its values in place. */
export function filledPath({ path, pathValues }: SampleCall): string {
  return path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => pathValues[name] ?? braces);
}
