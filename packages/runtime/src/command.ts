/** The result of an operator command, for people and for programs. */
export interface CommandResult {
  /** Empty where all of it is printed already. */
  readonly text: string;
  /** Fields of the JSON document, in snake_case. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether an operator has to act on it: exit code 1. */
  readonly isFinding?: boolean;
}
