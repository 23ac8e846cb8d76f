/** Nobody knows whether it was done: whoever is told to try again pays twice. */
export const UNSURE_WORDS = { title: 'send.noHash', help: 'send.noHashHelp' } as const

/**
 * By codes that do not say whether it was done: the connection to the wallet has ended (1012, 6042), it could not learn what became of what
 * it sent (2020, 2038, 6044), or it never answered (6035).
 */
export const UNSURE_BY_CODE = {
  1012: UNSURE_WORDS,
  2020: UNSURE_WORDS,
  2038: UNSURE_WORDS,
  6035: UNSURE_WORDS,
  6042: UNSURE_WORDS,
  6044: UNSURE_WORDS,
}

/** The wallet had gone to another network or account before it was asked. */
export const MOVED_WORDS = { title: 'pay.moved', help: 'pay.unpaid' } as const
