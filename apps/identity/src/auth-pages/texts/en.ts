import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Is this your address?',
  text: 'Confirm that you read mail at this address.',
  button: 'Confirm',
};
const verified = {
  title: 'Thank you',
  text: 'Your address is confirmed. You can close this page.',
};
const change = {
  title: 'Change your email?',
  text: 'You log in with the new address afterwards. Agree only if you asked for this change yourself: otherwise the login belongs to another person.',
  button: 'Agree',
};
const changed = { title: 'Changed', text: 'From now on you log in by the new address.' };

export const en: AuthTexts = {
  forgotten: {
    title: 'Forgotten your password?',
    text: 'Say by which email you log in, and we send you a link to choose another one.',
    button: 'Send the link',
  },
  requested: {
    title: 'Look into your mailbox',
    text: 'If somebody logs in by this email, a mail is on its way. Its link is good for 30 minutes.',
  },
  choose: {
    title: 'Choose a new password',
    text: 'Wherever you are logged in, you will have to log in again.',
    button: 'Save the password',
  },
  chosen: { title: 'Saved', text: 'You can log in with your new password now.' },
  tooWeak: (lengthMin) =>
    `Choose a password of at least ${lengthMin} characters that few others have.`,
  noEmail: 'This is no email address.',
  tooOften: 'Too many mails were asked for from here. Try again in an hour.',
  taken: 'Somebody else has this address by now.',
  gone: {
    title: 'This link does nothing any more',
    text: 'It was used already, or is too old. Ask for another mail.',
  },
  askAgain: 'Ask for another mail',
  email: 'Email',
  newPassword: 'New password',
  password: 'Password',
  code: 'Code',
  login: { title: 'Log in', text: 'By the email or username of your login.', button: 'Log in' },
  wrongLogin: 'This email and this password do not belong together.',
  secondFactor: {
    title: 'Your second factor',
    text: 'Enter the six digits that your authenticator shows, or a recovery code.',
    button: 'Go on',
  },
  wrongCode: 'This code is not right.',
  tooManyTries: 'Too many tries: wait a while, then try again.',
  notJoined:
    'You belong to this account already, or the account that created your login may know its password. Reset your password, then open this link again.',
  loggedIn: { title: 'You are logged in', text: 'You can close this page.' },
  invited: (inviter) => ({
    title: 'Join the team?',
    text: `${inviter} has invited you. Whoever has a login here enters its password; everybody else chooses one.`,
    button: 'Join',
  }),
  joined: { title: 'Welcome', text: 'You belong to the account now, and can log in.' },
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: 'Go back to your former email?',
      text: 'You log in by it again, all sessions end, and we send you a link to choose another password.',
      button: 'Go back',
    },
    new_login: {
      title: 'Was this not you?',
      text: 'The session ends at once, and we send you a link to choose another password.',
      button: 'End the session',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'You have it back',
      text: 'All sessions have ended. A mail to choose another password is on its way.',
    },
    new_login: {
      title: 'It has ended',
      text: 'Nobody is logged in by it any more. A mail to choose another password is on its way.',
    },
  },
  halfDone: {
    title: 'One more',
    text: 'The change is made once the mail to your other address is answered too.',
  },
};
