import type { Call, Model } from '@florin/clients';

/** A call as an example shows it. */
export interface SampleCall {
  /** How clients call it; undefined where none offers it. */
  readonly client: ClientCall | undefined;
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

/** An operation as clients offer it. */
export interface ClientCall {
  /** What they group it as, in words. */
  readonly group: readonly string[];
  readonly call: Call;
  /** By their names: what is sent and answered. */
  readonly models: ReadonlyMap<string, Model>;
}

/** The path with its values in place. */
export function filledPath({ path, pathValues }: SampleCall): string {
  return path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => pathValues[name] ?? braces);
}
