import { attemptStateOf, codeOf } from '@latchkey/core'
import {
  PayDeclinedError,
  PayMovedError,
  PayNotEnoughError,
  PayRevertedError,
  PaySwapError,
  PayUnconfirmedError,
} from '@latchkey/core/payErrors'
import { SwapQuoteError, SwapRouteError, SwapWorseError } from '@latchkey/core/swap'
import { TransferAnswerError } from '@latchkey/core/transfer'
import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { MOVED_WORDS, UNSURE_BY_CODE, UNSURE_WORDS } from '../../parts/unsureWords.ts'

type Words = { title: HomeSayable; help: HomeSayable }

/** Words for why nothing is paid, by stable code; the rest stands with all other errors. */
const WORDS: Readonly<Record<number, Words>> = {
  [PayNotEnoughError.code]: { title: 'pay.poor', help: 'pay.poorHelp' },
  [PayRevertedError.code]: { title: 'pay.reverted', help: 'pay.revertedHelp' },
  [PayUnconfirmedError.code]: { title: 'pay.late', help: 'pay.lateHelp' },
  [PaySwapError.code]: { title: 'pay.swapFailed', help: 'pay.unpaid' },
  [PayMovedError.code]: MOVED_WORDS,
  [SwapQuoteError.code]: { title: 'swap.unread', help: 'swap.unreadHelp' },
  [SwapRouteError.code]: { title: 'swap.noRoute', help: 'pay.unpaid' },
  [SwapWorseError.code]: { title: 'swap.worse', help: 'swap.worseHelp' },
  // The connector's: the wallet had gone elsewhere without a word.
  6043: MOVED_WORDS,
  ...UNSURE_BY_CODE,
  [TransferAnswerError.code]: UNSURE_WORDS,
  // The chain adapter's.
  7015: { title: 'send.poor', help: 'send.poorHelp' },
  7018: { title: 'send.refused', help: 'send.refusedHelp' },
}

/** Why a payment does not go on, or has ended. What the visitor declined is no problem, and said calmly. */
export function PayProblem({
  error,
  onRetry,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
}): ReactElement | null {
  const say = useHomeSay()
  const shell = useSay()
  if (error === undefined) return null
  if (codeOf(error) === PayDeclinedError.code) return <Banner role="status" title={say('pay.declined')} />
  if (attemptStateOf(error) === 'pending')
    return <Banner tone="warning" role="alert" title={say('send.pending')} />
  const words = WORDS[codeOf(error) ?? 0]
  if (!words) return <ErrorCard error={error} />
  const again = onRetry ? (
    <Button size="small" onClick={onRetry}>
      {shell('shell.tryAgain')}
    </Button>
  ) : undefined
  return (
    <Banner tone="warning" role="alert" title={say(words.title)} action={again}>
      {say(words.help)}
    </Banner>
  )
}
