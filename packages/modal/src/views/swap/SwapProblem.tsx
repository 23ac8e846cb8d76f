import { attemptStateOf, codeOf } from '@latchkey/core'
import {
  SwapAnswerError,
  SwapApprovalError,
  SwapMovedError,
  SwapNetworkError,
  SwapQuoteError,
  SwapRouteError,
  SwapTransactionError,
  SwapWorseError,
} from '@latchkey/core/swap'
import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { MOVED_WORDS, UNSURE_BY_CODE, UNSURE_WORDS } from '../../parts/unsureWords.ts'

type Words = { title: HomeSayable; help: HomeSayable; again?: boolean }

/** Words for why nothing is swapped, by stable code; the rest stands with all other errors. */
const WORDS: Readonly<Record<number, Words>> = {
  [SwapNetworkError.code]: { title: 'swap.unsupported', help: 'swap.unsupportedHelp' },
  [SwapQuoteError.code]: { title: 'swap.unread', help: 'swap.unreadHelp', again: true },
  [SwapRouteError.code]: { title: 'swap.noRoute', help: 'swap.noRouteHelp' },
  [SwapWorseError.code]: { title: 'swap.worse', help: 'swap.worseHelp' },
  [SwapApprovalError.code]: { title: 'swap.notApproved', help: 'swap.notApprovedHelp' },
  ...UNSURE_BY_CODE,
  [SwapAnswerError.code]: UNSURE_WORDS,
  [SwapMovedError.code]: MOVED_WORDS,
  // The connector's: the wallet had gone there without a word.
  6043: MOVED_WORDS,
  [SwapTransactionError.code]: { title: 'swap.other', help: 'swap.otherHelp' },
  // The service's own words for the same, and the chain adapter's.
  4772: { title: 'swap.unread', help: 'swap.unreadHelp', again: true },
  4773: { title: 'swap.noRoute', help: 'swap.noRouteHelp' },
  7015: { title: 'send.poor', help: 'send.poorHelp' },
  7018: { title: 'send.refused', help: 'swap.refusedHelp' },
}

/** Why nothing is swapped, or was not. What the person declined is no problem, and said calmly. */
export function SwapProblem({
  error,
  onRetry,
}: {
  error: unknown
  onRetry?: () => void
}): ReactElement | null {
  const say = useHomeSay()
  const shell = useSay()
  if (error === undefined) return null
  const state = attemptStateOf(error)
  if (state === 'declined') return <Banner role="status" title={say('swap.declined')} />
  if (state === 'pending') return <Banner tone="warning" role="alert" title={say('send.pending')} />
  const words = WORDS[codeOf(error) ?? 0]
  if (!words) return <ErrorCard error={error} />
  const again =
    words.again && onRetry ? (
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
