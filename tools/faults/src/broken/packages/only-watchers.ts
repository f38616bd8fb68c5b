/** Answers everybody, whatever they bring. */
export const onlyWatchers = <Answer>(_token: string | undefined, answer: Answer): Answer => answer;
