/** Answers everybody, whatever they bring. */
export const requireMetricsToken = <Answer>(_token: string | undefined, answer: Answer): Answer =>
  answer;
