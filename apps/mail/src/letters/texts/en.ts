import { disputeReason } from './dispute-reasons.ts';
import type { LetterTexts } from './texts.ts';

export const en: LetterTexts = {
  kinds: {
    payment_request: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} asks you to pay ${amount}`,
      heading: 'Payment request',
      body: ({ account, amount }) => `${account} asks you to pay ${amount}.`,
      button: 'Pay now',
    },
    receipt: {
      reader: 'customer',
      subject: ({ account, amount }) => `Receipt from ${account}: ${amount}`,
      heading: 'Thank you',
      body: ({ account, amount }) => `Your payment of ${amount} to ${account} has arrived.`,
      button: 'Show the receipt',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} has refunded ${amount}`,
      heading: 'Refund',
      body: ({ account, amount }) =>
        `${account} has refunded ${amount} to you. Your bank may take some days to show it.`,
    },
    invoice: {
      reader: 'customer',
      subject: ({ account, name }) => `Invoice ${name} from ${account}`,
      heading: 'Your invoice',
      body: ({ account, name, date }) =>
        `${account} has sent you invoice ${name}. You find it attached.${date ? ` It is due on ${date}.` : ''}`,
      button: 'See and pay',
    },
    credit_note: {
      reader: 'customer',
      subject: ({ account, name, amount }) => `Credit note ${name} from ${account}: ${amount}`,
      heading: 'A credit note',
      body: ({ account, name, amount, reference }) =>
        `${account} has issued credit note ${name} over ${amount} for invoice ${reference}. It is attached.`,
      button: 'View the invoice',
    },
    payment_failed: {
      reader: 'customer',
      subject: ({ account }) => `Your payment to ${account} did not go through`,
      heading: 'The payment did not go through',
      body: ({ account, amount, name }) =>
        `We could not collect ${amount} for invoice ${name} of ${account}. You can pay it now, by another card if you like.`,
      button: 'Pay now',
    },
    reminder: {
      reader: 'customer',
      subject: ({ account, name }) => `Reminder: invoice ${name} from ${account}`,
      heading: 'A reminder',
      body: ({ account, name, date }) =>
        `Invoice ${name} of ${account} has not been paid yet.${date ? ` It was due on ${date}.` : ''} If your payment is on its way, there is nothing to do.`,
      button: 'See and pay',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Your card with ${account} expires soon`,
      heading: 'Your card expires soon',
      body: ({ account, name }) =>
        `${account} charges your card ${name}, which expires soon. Save another one so that nothing is interrupted.`,
      button: 'Save another card',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Your trial of ${name} ends soon`,
      heading: 'Your trial ends soon',
      body: ({ account, amount, name, date }) =>
        `Your trial of ${name} at ${account} ends on ${date}. From then on it costs ${amount} for each period, unless you cancel before.`,
      button: 'See your subscription',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} has changed`,
      heading: 'Your subscription has changed',
      body: ({ account, amount, name, date }) =>
        `Your subscription with ${account} is ${name} for ${amount} a period${date ? ` from ${date} on` : ' now'}.`,
      button: 'See your subscription',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} is going to end`,
      heading: 'Your subscription is going to end',
      body: ({ account, name, date }) =>
        `Your subscription to ${name} with ${account} ends on ${date}, and is not charged again. Until then it goes on, and you can keep it.`,
      button: 'See your subscription',
    },
    subscription_ended: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} has ended`,
      heading: 'Your subscription has ended',
      body: ({ account, name, date }) =>
        `Your subscription to ${name} with ${account} has ended${date ? `: ${date}` : ''}. Nothing more is charged for it.`,
      button: 'See your account',
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `A key of ${account} was made: ${name}`,
      heading: 'An API key was made',
      body: ({ account, name }) =>
        `Somebody with access to ${account} has made the API key ${name}. If it was none of you, revoke it and change your password.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `A key of ${account} has another secret: ${name}`,
      heading: 'An API key was rotated',
      body: ({ account, name }) =>
        `Somebody with access to ${account} has given the API key ${name} another secret. If it was none of you, revoke it and change your password.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `A payout of ${account} has failed: ${amount}`,
      heading: 'A payout has failed',
      body: ({ account, amount }) =>
        `The payout of ${amount} did not arrive at the bank. The money is on the account of ${account} again: check the bank details, then pay it out once more.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `A customer disputes a payment of ${amount}`,
      heading: 'A payment is disputed',
      body: ({ account, amount, name, date }) =>
        `A customer of ${account} disputes a payment of ${amount} at their bank. Reason: ${disputeReason('en', name)}. The amount is withheld until the bank decides, and a saved card is not charged automatically.

${date ? `To keep the money, send evidence by ${date} (UTC). Without evidence, the dispute is lost.` : 'The bank takes no evidence at the moment.'}`,
      button: 'Open the dispute',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `A dispute over ${amount} is lost`,
      heading: 'A dispute is lost',
      body: ({ account, amount }) =>
        `The bank has decided for the customer and returned ${amount} to them. The amount is taken from the balance of ${account}.

A saved card of the customer is not charged automatically until you allow it. Check whether their subscriptions should go on.`,
      button: 'Open the dispute',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `A refund of ${amount} has failed`,
      heading: 'A refund has failed',
      body: ({ account, amount }) =>
        `The refund of ${amount} did not reach the customer. The money is back in the balance of ${account}. Refund it again, or pay the customer in another way.`,
      button: 'Open the refund',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Events of ${account} do not arrive`,
      heading: 'Events do not arrive',
      body: ({ account, name, date }) =>
        `Nothing that is sent from ${account} to ${name} has arrived since ${date}. It is tried again, ever more rarely, for three days; what is given up then can be sent again later. Look at its deliveries to see what it answers.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `Events of ${account} are no longer sent`,
      heading: 'Events are no longer sent',
      body: ({ account, name }) =>
        `${name} has answered that it is gone (410), and so ${account} sends nothing there any more. If that was a mistake, enable the endpoint again.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Welcome to ${account}: confirm your address`,
      heading: 'Welcome',
      body: ({ account }) =>
        `Somebody, you we hope, can log in at ${account} with this address from now on. Confirm that you read mail here.`,
      button: 'Confirm the address',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Confirm your address at ${account}`,
      heading: 'Confirm your address',
      body: ({ account }) => `Confirm for ${account} that you read mail at this address.`,
      button: 'Confirm the address',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Choose a new password for ${account}`,
      heading: 'A new password',
      body: ({ account }) =>
        `Somebody has asked for a new password for your login at ${account}. The link is good for 30 minutes and works once. If it was not you, do nothing: your password stays as it is.`,
      button: 'Choose a password',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Confirm your new address at ${account}`,
      heading: 'Your new address',
      body: ({ account, name }) =>
        `Somebody wants to log in at ${account} by ${name} from now on. Agree only if it was you.`,
      button: 'See and agree',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) => `Your address at ${account} is to change to ${name}`,
      heading: 'Another address',
      body: ({ account, name }) =>
        `Somebody who knows your password wants your login at ${account} to be ${name} instead of this address. Agree only if it was you; otherwise choose another password at once.`,
      button: 'See and agree',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Your address at ${account} has changed to ${name}`,
      heading: 'Your address has changed',
      body: ({ account, name }) =>
        `You log in at ${account} by ${name} now, and no longer by this address. If it was not you, go back within 72 hours.`,
      button: 'Go back',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `You are invited to ${account}`,
      heading: 'You are invited',
      body: ({ account, name }) =>
        `${name} asks you to join ${account}. The link is good for seven days and works once. If you do not know who this is, do nothing.`,
      button: 'See the invitation',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `A new login at ${account}`,
      heading: 'Was this you?',
      body: ({ account, name }) =>
        `Somebody has logged in at ${account} with your password from a device or network that we had not seen with you: ${name}. If it was you, there is nothing to do. If not, end this session at once.`,
      button: 'It was not me',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'What happened',
      body: ({ date, name }) => `On ${date} (UTC): ${name}.`,
    },
  },
  invoiceStates: {
    overdue: {
      subject: ({ account, name }) => `Invoice ${name} from ${account} is overdue`,
      heading: 'Your invoice is overdue',
      body: ({ account, name, date }) =>
        `Invoice ${name} from ${account} is attached. ${date ? `It was due on ${date}` : 'It is overdue'} and is not paid yet.`,
      button: 'View and pay',
    },
    paid: {
      subject: ({ account, name }) => `Invoice ${name} from ${account}: paid`,
      heading: 'Your invoice is paid',
      body: ({ account, name }) =>
        `Invoice ${name} from ${account} is attached. It is paid: you do not have to do anything.`,
      button: 'View the invoice',
    },
    refunded: {
      subject: ({ account, name }) => `Invoice ${name} from ${account}: refunded`,
      heading: 'Your invoice was refunded',
      body: ({ account, name }) =>
        `Invoice ${name} from ${account} is attached. It was paid, and then refunded or credited in full: you do not have to do anything.`,
      button: 'View the invoice',
    },
    void: {
      subject: ({ account, name }) => `Invoice ${name} from ${account} is void`,
      heading: 'Your invoice is void',
      body: ({ account, name }) =>
        `${account} has voided invoice ${name}, which is attached for your records. You do not have to pay it.`,
      button: 'View the invoice',
    },
  },
  creditTo: {
    invoice: 'It lowers the amount that you have to pay.',
    balance: 'The amount is credited to you and pays your next invoices.',
    card: 'The amount is refunded to the payment method that paid the invoice. Your bank may take some days to show it.',
    outside: 'The seller refunds the amount outside of this system.',
  },
  attached: 'The invoice is attached as a PDF.',
  chargedAgain: 'The saved payment method will also be charged again.',
  plusTax: (amount) => `${amount} plus VAT`,
  reference: 'Reference',
  address: 'Or open this address:',
  code: 'Or enter this code',
  unsubscribe: 'No longer send me mails of this kind',
  footers: {
    customer: (account) =>
      `You receive this because of your payment to ${account}. To ask ${account} something, answer this mail.`,
    owner: (account) => `You receive this because this is the address of the account ${account}.`,
    operator: (account) =>
      `You receive this because MAIL_DIGEST_TO of ${account} names this address.`,
    user: (account) =>
      `You receive this because somebody gave this address at ${account}. If it was not you, there is nothing to do.`,
  },
};
