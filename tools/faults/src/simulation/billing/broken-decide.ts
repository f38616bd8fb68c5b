import { decide } from '@florin/billing/src/domain/subscription/decide.ts';

/** Banks a second too little in a pause. */
export const losesASecond: typeof decide = (subscription, command, nowMs) => {
  const decision = decide(subscription, command, nowMs);
  if (!decision.accepted || command.type !== 'pause') return decision;
  const events = decision.events.map((event) =>
    event.type === 'paused' && event.remainingSeconds > 0
      ? { ...event, remainingSeconds: event.remainingSeconds - 1 }
      : event,
  );
  return { ...decision, events };
};
