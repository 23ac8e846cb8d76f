import { attemptStateOf, codeOf, type TransferForm } from '@latchkey/core'
import {
  NotEnoughError,
  type Recipient,
  RecipientError,
  TokenRequiredError,
  TransferAmountError,
  TransferAnswerError,
  TransferIncompleteError,
  TransferMovedError,
  UnsupportedChainError,
} from '@latchkey/core/transfer'
import { Banner } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { MOVED_WORDS, UNSURE_BY_CODE, UNSURE_WORDS } from '../../parts/unsureWords.ts'

type Words = { title: HomeSayable; help?: HomeSayable }

/** Words for a recipient that stands for no address. */
export const NOBODY = {
  invalid: 'send.badAddress',
  checksum: 'send.badChecksum',
  noName: 'send.noName',
  unread: 'send.unread',
} as const satisfies Record<Exclude<Recipient['kind'], 'empty' | 'known'>, HomeSayable>

/** Words for what is wrong with a transfer as a whole, by stable code; the rest stands at its field, or with all other errors. */
const WORDS: Readonly<Record<number, Words>> = {
  [TransferIncompleteError.code]: { title: 'send.required' },
  [TokenRequiredError.code]: { title: 'send.tokenRequired' },
  [TransferAmountError.code]: { title: 'send.badTotal' },
  [NotEnoughError.code]: { title: 'send.tooMuch' },
  [RecipientError.code]: { title: 'send.badAddress' },
  [UnsupportedChainError.code]: { title: 'send.unsupported', help: 'send.unsupportedHelp' },
  ...UNSURE_BY_CODE,
  [TransferAnswerError.code]: UNSURE_WORDS,
  [TransferMovedError.code]: MOVED_WORDS,
  // The connector's: the wallet had gone there without a word.
  6043: MOVED_WORDS,
  // The chain adapters': not enough to pay with, too little, and what the network would refuse.
  7015: { title: 'send.poor', help: 'send.poorHelp' },
  7018: { title: 'send.refused', help: 'send.refusedHelp' },
  7102: { title: 'send.poor', help: 'send.poorHelp' },
  7103: { title: 'send.tooLittle', help: 'send.tooLittleHelp' },
  7203: { title: 'send.poor', help: 'send.poorHelp' },
  7204: { title: 'send.tooLittle', help: 'send.tooLittleHelp' },
}

/** Why a transfer cannot be sent, or was not. What the person declined is no problem, and said calmly. */
export function SendProblem({ error }: Pick<TransferForm, 'error'>): ReactElement | null {
  const say = useHomeSay()
  if (error === undefined) return null
  const state = attemptStateOf(error)
  if (state === 'declined') return <Banner role="status" title={say('send.declined')} />
  if (state === 'pending') return <Banner tone="warning" role="alert" title={say('send.pending')} />
  const words = WORDS[codeOf(error) ?? 0]
  if (!words) return <ErrorCard error={error} />
  return (
    <Banner tone="danger" role="alert" title={say(words.title)}>
      {words.help ? say(words.help) : null}
    </Banner>
  )
}
