/** English, for what shows first: the catalogue that every other one must match. Places are `{name}`; `_one` and `_other` are plural forms. */
export const en = {
  'code.title': 'Enter the code we sent to {email}',
  'code.where': 'Type it only here, on {host}',
  'code.field': 'Code from the e-mail',
  'code.checking': 'Checking the code',
  'code.wrong': 'That code is not right. Check the newest e-mail.',
  'code.wrong_one': 'That code is not right. {count} try left.',
  'code.wrong_other': 'That code is not right. {count} tries left.',
  'code.locked': 'That was the third wrong code. Ask for a new one.',
  'code.expired': 'This code has expired. Ask for a new one.',
  'code.gone': 'This code was used or replaced. Ask for a new one.',
  'code.unreachable': 'We cannot reach the wallet service. Your code is kept.',
  'code.discarded': 'The new wallet did not pass its check and was discarded. Nothing is lost.',
  'code.tooMany': 'Too many codes were sent to this address. Try again later.',
  'code.mail': 'We could not send the e-mail. Your address is fine. Try again in a minute.',
  'code.failed': 'Something went wrong. Your code is kept.',
  'code.spam': 'It can take a minute. Check spam too.',
  'code.resend': 'Send a new code',
  'code.resendIn': 'New code in {seconds} s',
  'code.resending': 'Sending a new code',
  'code.resent': 'We sent a new code.',
  'code.wrongEmail': 'Wrong e-mail?',
  'code.tryAgain': 'Try again',
} as const

export type EntryKey = keyof typeof en
