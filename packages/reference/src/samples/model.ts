import type { Call, Model } from '@florin/clients';

/** A sample call. */
export interface SampleCall {
  /** Client method; undefined if there is none. */
  readonly client: ClientCall | undefined;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly needsToken: boolean;
  readonly takesKey: boolean;
  /** JSON; undefined without a body. */
  readonly body: unknown;
  readonly isStream: boolean;
}

/** An operation in the clients. */
export interface ClientCall {
  /** Client group, as words. */
  readonly group: readonly string[];
  readonly call: Call;
  /** Request and response models by name. */
  readonly models: ReadonlyMap<string, Model>;
}

/** The path with its values filled in. */
export function filledPath({ path, pathValues }: SampleCall): string {
  return path.replaceAll(/\{(\w+)\}/g, (braces, name: string) => pathValues[name] ?? braces);
}
