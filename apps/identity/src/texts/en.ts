import type { AuthTexts } from './texts.ts';

const verify = {
  title: 'Is this your email address?',
  text: 'Confirm that this email address is yours.',
  button: 'Confirm',
};
const verified = {
  title: 'Thank you',
  text: 'Your email address is confirmed. You can close this page.',
};
const change = {
  title: 'Change your email address?',
  text: 'From then on, you log in with the new address. Confirm only if you requested this change; otherwise the login will belong to another person.',
  button: 'Confirm change',
};
const changed = { title: 'Changed', text: 'You now log in with the new address.' };

export const en: AuthTexts = {
  forgotten: {
    title: 'Forgot your password?',
    text: 'Enter the email address you log in with. We will send you a link to choose a new password.',
    button: 'Send link',
  },
  requested: {
    title: 'Check your inbox',
    text: 'If this address belongs to a login, an email is on its way. Its link is valid for 30 minutes.',
  },
  choose: {
    title: 'Choose a new password',
    text: 'You will be logged out everywhere and must log in again.',
    button: 'Save password',
  },
  chosen: { title: 'Saved', text: 'You can now log in with your new password.' },
  tooWeak: (lengthMin) =>
    `Choose a password of at least ${lengthMin} characters that is not commonly used.`,
  noEmail: 'Enter a valid email address.',
  tooOften: 'Too many emails were requested from here. Try again in an hour.',
  taken: 'This address is already in use.',
  gone: {
    title: 'This link is no longer valid',
    text: 'It was already used or has expired. Request a new email.',
  },
  askAgain: 'Request a new email',
  email: 'Email',
  newPassword: 'New password',
  password: 'Password',
  code: 'Code',
  login: { title: 'Log in', text: 'Use your email address or username.', button: 'Log in' },
  wrongLogin: 'Incorrect email or password.',
  secondFactor: {
    title: 'Two-factor authentication',
    text: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
    button: 'Continue',
  },
  wrongCode: 'Incorrect code.',
  tooManyTries: 'Too many attempts. Wait a while, then try again.',
  notJoined:
    'You are already a member of this account, or the account that created your login may know its password. Reset your password, then open this link again.',
  loggedIn: { title: 'You are logged in', text: 'You can close this page.' },
  invited: (inviter) => ({
    title: 'Join the team?',
    text: `${inviter} has invited you. If you already have a login here, enter its password; otherwise choose one.`,
    button: 'Join',
  }),
  joined: { title: 'Welcome', text: 'You are now a member of the account and can log in.' },
  asks: {
    sign_up: verify,
    verify_email: verify,
    email_change: change,
    email_release: change,
    email_undo: {
      title: 'Restore your previous email address?',
      text: 'You will log in with it again, all sessions end, and we send you a link to choose a new password.',
      button: 'Restore',
    },
    new_login: {
      title: 'This was not you?',
      text: 'The session ends immediately, and we send you a link to choose a new password.',
      button: 'End session',
    },
  },
  done: {
    sign_up: verified,
    verify_email: verified,
    email_change: changed,
    email_release: changed,
    email_undo: {
      title: 'Email address restored',
      text: 'All sessions have ended. An email with a link to choose a new password is on its way.',
    },
    new_login: {
      title: 'Session ended',
      text: 'The session is logged out. An email with a link to choose a new password is on its way.',
    },
  },
  halfDone: {
    title: 'One more step',
    text: 'The change takes effect once you also confirm it from the email to your other address.',
  },
};
