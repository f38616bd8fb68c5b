/** Result of an operator command, for people and for scripts. */
export interface CommandResult {
  /** Empty if everything was already printed. */
  readonly text: string;
  /** Fields of the JSON document, in snake_case. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether an operator must act: exit code 1. */
  readonly isFinding?: boolean;
}
