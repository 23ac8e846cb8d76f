/** English, for operations of smart accounts and for groups of calls. */
export const operationEn = {
  'batch.sayTogether_one': 'Run {count} step.',
  'batch.sayTogether_other': 'Run {count} steps together: all of them, or none.',
  'batch.sayInTurn_one': 'Run {count} step.',
  'batch.sayInTurn_other': 'Run {count} steps one after another.',

  'paused.title': 'This site is paused',
  'paused.until': 'It can ask you again at {time}.',
  'paused.over': 'The pause is over. It can ask you again.',
  'paused.why':
    'You declined {rejections} requests within a minute. So that it cannot wear you down, we put off the next one.',
  'paused.left_one': '{count} second to go',
  'paused.left_other': '{count} seconds to go',
  'paused.lift': 'Let it ask now',

  'status.title': 'Your steps',
  'status.underWay': 'Under way',
  'status.done': 'Done',
  'status.notSent': 'It was not sent, and will not be',
  'status.failed': 'It failed. Nothing but the fee was taken',
  'status.inPart': 'Some of it was done, and some failed',
  'status.unreachable': 'The network does not answer. We keep asking.',
  'status.close': 'Close',
  'status.look': 'Look it up',
  'row.sentAt': 'Sent',
  'row.transaction': 'Transaction',
  'row.operation': 'Operation',
  'value.callUnread': 'A step whose data was too long to be kept.',

  'row.setUp': 'First time',
  'value.setUp': 'sets up your smart account on this network',
  'value.smartAccount': 'your smart account',
  'value.sponsored': 'Paid for you',
  'value.paidBy': 'by {sponsor}',
  'value.paidByAs': 'by {sponsor}, which calls itself “{name}”',

  'warn.selfPaid': 'You pay the fee yourself',
  'warn.selfPaid.body': 'Nobody else pays for this one.',
  'warn.inTurn': 'The steps can come apart',
  'warn.inTurn.body': 'If one of them fails, those before it stay done and those after it are not sent.',

  'stop.bundler': 'The bundler does not answer',
  'stop.bundler.body':
    'Nothing was sent. It puts operations of smart accounts on the network. Try again in a moment.',
  'stop.sponsor': 'Nobody pays the fee for this',
  'stop.sponsor.body': 'Nothing was sent. {sponsor} was asked to pay and does not.',
  'stop.turn': 'Your last operation is still under way',
  'stop.turn.body': 'Nothing was sent. Operations run one after another. Try again in a moment.',
  'operation.funds': 'the account cannot pay the fee',
  'operation.nonce': 'another operation took its turn',
  'operation.setUp': 'the account could not be set up on this network',
  'operation.signature': 'the account’s signature was not accepted',
  'operation.sponsor': 'whoever was to pay the fee does not',
  'operation.expired': 'it took too long',
  'operation.fee': 'the fee is too low by now',
  'operation.gas': 'it needs more gas than it was given',
  'operation.absurdFee': 'the fee that was named for it is out of all proportion',
  'operation.other': 'the bundler gives none that we know',
} as const

export type OperationKey = keyof typeof operationEn
