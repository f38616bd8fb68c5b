export * from '@florin/mail/src/outgoing/lanes.ts';

/** Has all mails wait together. */
export const laneOf = () => 'told';
