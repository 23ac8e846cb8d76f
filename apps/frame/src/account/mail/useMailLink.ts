import { hasCode } from '@latchkey/errors'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { Service } from '@latchkey/protocol/client'
import { InternalServiceError, RateLimitedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { useEffect, useState } from 'react'

/** Where a page that a mail leads to stands. */
export type MailState<Read, Answer> =
  | { name: 'reading' }
  | { name: 'gone' }
  | { name: 'ready'; read: Read; busy: Answer | null; failed: number | null }
  | { name: 'done'; answer: Answer }

/** The link is as good as before: the answer can be given again. */
const PASSING = [ServiceUnreachableError.code, RateLimitedError.code, InternalServiceError.code]

/**
 * Reads what a token is about, then takes one answer. An answer that did not reach the service can be given again.
 *
 * @param read asks what the token is about
 * @param act gives the answer
 */
export function useMailLink<Read, Answer extends string>(
  read: () => Promise<Read>,
  act: (answer: Answer) => Promise<unknown>,
): [MailState<Read, Answer>, (answer: Answer) => void] {
  const [state, setState] = useState<MailState<Read, Answer>>({ name: 'reading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token of a page never changes.
  useEffect(() => {
    let left = false
    read().then(
      (answer) => {
        if (!left) setState({ name: 'ready', read: answer, busy: null, failed: null })
      },
      () => {
        if (!left) setState({ name: 'gone' })
      },
    )
    return () => {
      left = true
    }
  }, [])
  const give = (answer: Answer) => {
    if (state.name !== 'ready' || state.busy !== null) return
    setState({ ...state, busy: answer, failed: null })
    act(answer).then(
      () => setState({ name: 'done', answer }),
      (error: unknown) => {
        const again = hasCode(error, ...PASSING)
        setState(again ? { ...state, busy: null, failed: error.code } : { name: 'gone' })
      },
    )
  }
  return [state, give]
}

export type MailPageProps = {
  config: FrameDocumentConfig
  token: string
  fetch: typeof window.fetch
}

/** Routes that need no proof, for pages that a mail leads to. */
export const mailService = ({ apiOrigin }: FrameDocumentConfig, fetch: typeof window.fetch): Service => ({
  apiOrigin,
  fetch: (url, init) => fetch(url, init),
  init: { referrerPolicy: 'no-referrer' },
})
