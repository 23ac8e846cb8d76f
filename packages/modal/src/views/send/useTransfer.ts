import { fetchTokens } from '@latchkey/core/assets'
import { type Recipient, readRecipient, tokenIdOf, transferFormOf } from '@latchkey/core/transfer'
import { useAccount, useConfig } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import { useEffect, useState } from 'react'
import { useOpen } from '../../router/navigate.ts'
import type { TransferState } from './TransferState.ts'

/** The form for sending, and what can be sent. */
export function useTransfer(): TransferState {
  const config = useConfig()
  const open = useOpen()
  const { tokenBalance: tokens, caipAddress } = useAccount()
  const store = transferFormOf(config)
  const form = useSlice(store)
  const [failedFor, setFailedFor] = useState<string>()
  useEffect(() => {
    if (!open || !caipAddress) return
    fetchTokens(config).catch(() => setFailedFor(caipAddress))
  }, [config, open, caipAddress])
  return {
    form,
    tokens,
    token: tokens?.find((one) => tokenIdOf(one) === form.tokenId) ?? tokens?.[0],
    isUnknown: !tokens && failedFor === caipAddress,
    change: (fields) => store.setState({ error: undefined, ...fields }),
  }
}

/** A name is looked up when its writer has paused for so long, ms. */
const PAUSE = 300

/** What a text was read as; undefined while it is being read. */
export type ReadRecipient = { text: string; recipient: Recipient } | undefined

/** Reads who a text names, once its writer has paused. */
export function useRecipient(text: string): ReadRecipient {
  const config = useConfig()
  const [read, setRead] = useState<ReadRecipient>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const begin = () =>
      readRecipient(config, text, signal).then(
        (recipient) => signal.aborted || setRead({ text, recipient }),
        // Nothing can be sent on this network: the form says so when it is sent.
        () => signal.aborted || setRead({ text, recipient: { kind: 'invalid' } }),
      )
    const timer = setTimeout(begin, text.includes('.') ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, text])
  return read?.text === text ? read : undefined
}
