import type { TokenBalance } from '@latchkey/core'

/** What the account has, as its views see it. */
export type Tokens = {
  /** undefined while nobody has told. */
  tokens: readonly TokenBalance[] | undefined
  /** What the last look-up could not read. */
  failed: 'all' | 'tokens' | undefined
  /** Of when the tokens are, ms since the epoch. */
  at: number | undefined
  /** When they were asked for last, whatever came of it; ms since the epoch. */
  triedAt: number | undefined
  /** Reads again; within 30 s of a failure nobody is asked. */
  update: () => void
}
