import { codeOf } from '@latchkey/core'
import { SwapAnswerError } from '@latchkey/core/swap'
import { TransferAnswerError } from '@latchkey/core/transfer'
import type { HomeSayable } from '../locales/useHomeSay.ts'

/**
 * What does not say whether it was done: a wallet answered without a hash, the connection to it has ended (1012), it could not learn
 * what became of what it sent (2020, 2038), or it never answered (6035).
 */
const UNSURE: ReadonlySet<number> = new Set([
  TransferAnswerError.code,
  SwapAnswerError.code,
  ...[1012, 2020, 2038, 6035],
])

/** Words for what may have been sent all the same: whoever is told to try again pays twice. undefined for any other error. */
export const unsureWords = (error: unknown): { title: HomeSayable; help: HomeSayable } | undefined =>
  UNSURE.has(codeOf(error) ?? 0) ? { title: 'send.noHash', help: 'send.noHashHelp' } : undefined
