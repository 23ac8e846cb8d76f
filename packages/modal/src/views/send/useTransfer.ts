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
  const chosen = tokens?.find((one) => tokenIdOf(one) === form.tokenId)
  // A token that is told no longer is not exchanged for another one under its amount.
  const isGone = tokens !== undefined && form.tokenId !== undefined && !chosen
  useEffect(() => {
    if (isGone && !form.isSending) store.setState({ tokenId: undefined, amount: '', unit: 'token' })
  }, [store, isGone, form.isSending])
  const token = isGone ? undefined : (chosen ?? tokens?.[0])
  return {
    form,
    tokens,
    token,
    isUnknown: !tokens && failedFor === caipAddress,
    change: (fields) =>
      // What an amount was written of stays the same, whatever stands first in the list later.
      store.setState({ error: undefined, ...(token && { tokenId: tokenIdOf(token) }), ...fields }),
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
