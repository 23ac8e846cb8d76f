/** English words about the kinds of account, and the list of them. They come with the views that need them. */
export const accountTypeEn = {
  smart: 'Smart account',
  plain: 'Plain account',
  smartHelp: 'Makes several calls in one step, and somebody else can pay the fee.',
  plainHelp: 'One key and one address. Every site knows this kind.',
  notHere: 'Not on {network}',
  deployed: 'It is set up on {network}.',
  undeployed: 'It is set up on {network} with your first transaction.',
  networks: 'Smart accounts are there on {names}.',
  apart: 'Each account has an address and a balance of its own. Switching moves nothing.',
  notice: 'This application might not support Smart Accounts',
  noticeHelp: 'If a site does not take your signature, use the plain account there.',
  single: 'This wallet has one account on this page.',
  switched: 'You use the {name} now',
} as const

export type AccountTypeKey = keyof typeof accountTypeEn
/** The compiler names every message that a language lacks. */
export type AccountTypeWords = Readonly<Record<AccountTypeKey, string>>
