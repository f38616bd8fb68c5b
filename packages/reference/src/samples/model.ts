/** A call as an example shows it. */
export interface SampleCall {
  /** As clients group and name it; undefined where none offers it. */
  readonly named: CallName | undefined;
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

/** What clients call an operation, in words. */
export interface CallName {
  readonly group: readonly string[];
  readonly name: readonly string[];
}

/** The path with its values in place. */
export function filledPath({ path, pathValues }: SampleCall): string {
  return path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => pathValues[name] ?? braces);
}
