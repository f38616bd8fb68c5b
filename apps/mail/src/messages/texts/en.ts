import { disputeReason } from './dispute-reasons.ts';
import type { MessageTexts } from './texts.ts';

export const en: MessageTexts = {
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
      button: 'View receipt',
    },
    refund: {
      reader: 'customer',
      subject: ({ account, amount }) => `${account} has refunded ${amount}`,
      heading: 'Refund',
      body: ({ account, amount }) =>
        `${account} has refunded ${amount} to you. It may take a few days to appear on your bank statement.`,
    },
    invoice: {
      reader: 'customer',
      subject: ({ account, name }) => `Invoice ${name} from ${account}`,
      heading: 'Your invoice',
      body: ({ account, name, date }) =>
        `${account} has sent you invoice ${name}, which is attached.${date ? ` It is due on ${date}.` : ''}`,
      button: 'View and pay',
    },
    credit_note: {
      reader: 'customer',
      subject: ({ account, name, amount }) => `Credit note ${name} from ${account}: ${amount}`,
      heading: 'Credit note',
      body: ({ account, name, amount, reference }) =>
        `${account} has issued credit note ${name} of ${amount} for invoice ${reference}. It is attached.`,
      button: 'View the invoice',
    },
    payment_failed: {
      reader: 'customer',
      subject: ({ account }) => `Your payment to ${account} failed`,
      heading: 'Payment failed',
      body: ({ account, amount, name }) =>
        `We could not charge ${amount} for invoice ${name} from ${account}. You can pay now, with another card if you like.`,
      button: 'Pay now',
    },
    reminder: {
      reader: 'customer',
      subject: ({ account, name }) => `Reminder: invoice ${name} from ${account}`,
      heading: 'Payment reminder',
      body: ({ account, name, date }) =>
        `Invoice ${name} from ${account} has not been paid yet.${date ? ` It was due on ${date}.` : ''} If you have already paid, you can ignore this email.`,
      button: 'View and pay',
    },
    card_expiring: {
      reader: 'customer',
      subject: ({ account }) => `Your card with ${account} expires soon`,
      heading: 'Your card expires soon',
      body: ({ account, name }) =>
        `${account} charges your card ${name}, which expires soon. Add another card to avoid an interruption.`,
      button: 'Add another card',
    },
    trial_ending: {
      reader: 'customer',
      subject: ({ name }) => `Your trial of ${name} ends soon`,
      heading: 'Your trial ends soon',
      body: ({ account, amount, name, date }) =>
        `Your trial of ${name} at ${account} ends on ${date}. After that, it costs ${amount} per period unless you cancel first.`,
      button: 'See your subscription',
    },
    subscription_changed: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} has changed`,
      heading: 'Your subscription has changed',
      body: ({ account, amount, name, date }) =>
        date
          ? `From ${date} on, your subscription with ${account} is ${name} for ${amount} per period.`
          : `Your subscription with ${account} is now ${name} for ${amount} per period.`,
      button: 'See your subscription',
    },
    subscription_ending: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} will end`,
      heading: 'Your subscription will end',
      body: ({ account, name, date }) =>
        `Your subscription to ${name} with ${account} ends on ${date} and will not be charged again. It stays active until then, and you can still keep it.`,
      button: 'See your subscription',
    },
    subscription_ended: {
      reader: 'customer',
      subject: ({ account }) => `Your subscription with ${account} has ended`,
      heading: 'Your subscription has ended',
      body: ({ account, name, date }) =>
        `Your subscription to ${name} with ${account} has ended${date ? `: ${date}` : ''}. You will not be charged for it again.`,
      button: 'View your account',
    },
    key_made: {
      reader: 'owner',
      subject: ({ account, name }) => `New API key for ${account}: ${name}`,
      heading: 'New API key',
      body: ({ account, name }) =>
        `Someone with access to ${account} created the API key ${name}. If this was not your team, revoke the key and change your password.`,
    },
    key_rotated: {
      reader: 'owner',
      subject: ({ account, name }) => `API key of ${account} rotated: ${name}`,
      heading: 'API key rotated',
      body: ({ account, name }) =>
        `Someone with access to ${account} rotated the secret of the API key ${name}. If this was not your team, revoke the key and change your password.`,
    },
    payout_failed: {
      reader: 'owner',
      subject: ({ account, amount }) => `Payout from ${account} failed: ${amount}`,
      heading: 'Payout failed',
      body: ({ account, amount }) =>
        `The payout of ${amount} did not arrive at the bank. The money is back in the account of ${account}: check the bank details, then pay it out again.`,
    },
    dispute_opened: {
      reader: 'owner',
      subject: ({ amount }) => `A customer disputes a payment of ${amount}`,
      heading: 'Payment disputed',
      body: ({ account, amount, name, date }) =>
        `A customer of ${account} disputed a payment of ${amount} with their bank. Reason: ${disputeReason('en', name)}. The amount is withheld until the bank decides, and a saved card is not charged automatically.

${date ? `To keep the money, send evidence by ${date} (UTC). Without evidence, the dispute is lost.` : 'The bank does not accept evidence at the moment.'}`,
      button: 'Open the dispute',
    },
    dispute_lost: {
      reader: 'owner',
      subject: ({ amount }) => `Dispute over ${amount} lost`,
      heading: 'Dispute lost',
      body: ({ account, amount }) =>
        `The bank decided in favor of the customer and returned ${amount} to them. The amount is deducted from the balance of ${account}.

A saved card of the customer is not charged automatically until you allow it. Check whether their subscriptions should continue.`,
      button: 'Open the dispute',
    },
    refund_failed: {
      reader: 'owner',
      subject: ({ amount }) => `Refund of ${amount} failed`,
      heading: 'Refund failed',
      body: ({ account, amount }) =>
        `The refund of ${amount} did not reach the customer. The money is back in the balance of ${account}. Refund it again, or pay the customer by other means.`,
      button: 'Open the refund',
    },
    endpoint_failing: {
      reader: 'owner',
      subject: ({ account }) => `Webhook deliveries from ${account} are failing`,
      heading: 'Webhook deliveries are failing',
      body: ({ account, name, date }) =>
        `No event from ${account} has reached ${name} since ${date}. Each event is retried at growing intervals for three days; you can resend events after that. The deliveries of the endpoint show its responses.`,
    },
    endpoint_disabled: {
      reader: 'owner',
      subject: ({ account }) => `A webhook endpoint of ${account} was disabled`,
      heading: 'Webhook endpoint disabled',
      body: ({ account, name }) =>
        `${name} responded with 410 (Gone), so ${account} no longer sends events to it. If this was a mistake, enable the endpoint again.`,
    },
    sign_up: {
      reader: 'user',
      subject: ({ account }) => `Welcome to ${account}: confirm your email address`,
      heading: 'Welcome',
      body: ({ account }) =>
        `A login at ${account} was created with this email address. Confirm that the address is yours.`,
      button: 'Confirm the address',
    },
    verify_email: {
      reader: 'user',
      subject: ({ account }) => `Confirm your email address for ${account}`,
      heading: 'Confirm your email address',
      body: ({ account }) => `Confirm for ${account} that this email address is yours.`,
      button: 'Confirm the address',
    },
    password_reset: {
      reader: 'user',
      subject: ({ account }) => `Choose a new password for ${account}`,
      heading: 'Choose a new password',
      body: ({ account }) =>
        `Someone requested a new password for your login at ${account}. The link is valid for 30 minutes and works once. If it was not you, ignore this email: your password does not change.`,
      button: 'Choose a password',
    },
    email_change: {
      reader: 'user',
      subject: ({ account }) => `Confirm your new email address for ${account}`,
      heading: 'Your new email address',
      body: ({ account, name }) =>
        `Someone wants to use ${name} to log in at ${account} from now on. Confirm only if it was you.`,
      button: 'See and agree',
    },
    email_release: {
      reader: 'user',
      subject: ({ account, name }) =>
        `Your email address for ${account} is about to change to ${name}`,
      heading: 'Email address change',
      body: ({ account, name }) =>
        `Someone who knows your password wants to replace this address with ${name} for your login at ${account}. Confirm only if it was you; otherwise change your password immediately.`,
      button: 'See and agree',
    },
    email_undo: {
      reader: 'user',
      subject: ({ account, name }) => `Your email address for ${account} has changed to ${name}`,
      heading: 'Your email address has changed',
      body: ({ account, name }) =>
        `You now log in at ${account} with ${name}, not with this address. If it was not you, undo the change within 72 hours.`,
      button: 'Undo the change',
    },
    invitation: {
      reader: 'user',
      subject: ({ account }) => `You are invited to join ${account}`,
      heading: 'You are invited',
      body: ({ account, name }) =>
        `${name} invited you to join ${account}. The link is valid for seven days and works once. If you do not know the sender, ignore this email.`,
      button: 'View invitation',
    },
    new_login: {
      reader: 'user',
      subject: ({ account }) => `New login at ${account}`,
      heading: 'Was this you?',
      body: ({ account, name }) =>
        `Someone logged in at ${account} with your password from a new device or network: ${name}. If it was you, ignore this email. If not, end this session immediately.`,
      button: 'This was not me',
    },
    digest: {
      reader: 'operator',
      subject: ({ account, date }) => `${account}, ${date}`,
      heading: 'Daily summary',
      body: ({ date, name }) => `On ${date} (UTC): ${name}.`,
    },
  },
  invoiceStates: {
    overdue: {
      subject: ({ account, name }) => `Invoice ${name} from ${account} is overdue`,
      heading: 'Your invoice is overdue',
      body: ({ account, name, date }) =>
        `Invoice ${name} from ${account} is attached. ${date ? `It was due on ${date}` : 'It is overdue'} and has not been paid yet.`,
      button: 'View and pay',
    },
    paid: {
      subject: ({ account, name }) => `Invoice ${name} from ${account}: paid`,
      heading: 'Your invoice is paid',
      body: ({ account, name }) =>
        `Invoice ${name} from ${account} is attached. It is paid; no action is needed.`,
      button: 'View the invoice',
    },
    refunded: {
      subject: ({ account, name }) => `Invoice ${name} from ${account}: refunded`,
      heading: 'Your invoice was refunded',
      body: ({ account, name }) =>
        `Invoice ${name} from ${account} is attached. It was paid, and then refunded or credited in full; no action is needed.`,
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
    invoice: 'It reduces the amount you owe.',
    balance: 'The amount is added to your credit balance and applied to your next invoices.',
    card: 'The amount is refunded to the payment method that paid the invoice. It may take a few days to appear on your bank statement.',
    outside: 'The seller refunds the amount by other means.',
  },
  attached: 'The invoice is attached as a PDF.',
  chargedAgain: 'The saved payment method will also be charged again.',
  plusTax: (amount) => `${amount} plus VAT`,
  reference: 'Reference',
  address: 'Or open this link:',
  code: 'Or enter this code',
  unsubscribe: 'Unsubscribe from emails like this',
  footers: {
    customer: (account) =>
      `You received this email because of your payment to ${account}. Reply to this email to contact ${account}.`,
    owner: (account) =>
      `You received this email because this is the address of the account ${account}.`,
    operator: (account) =>
      `You received this email because MAIL_DIGEST_TO of ${account} contains this address.`,
    user: (account) =>
      `You received this email because someone entered this address at ${account}. If it was not you, ignore it.`,
  },
};
