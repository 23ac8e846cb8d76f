import { isEmail } from '@latchkey/core'
import { useEffect, useRef, useState } from 'react'
import { isDeclined } from './isDeclined.ts'
import { tooSoonSeconds } from './tooSoonSeconds.ts'
import { useCooldown } from './useCooldown.ts'
import { useOpen } from './useOpen.ts'

export type EmailSubmit = {
  pending: boolean
  invalid: boolean
  /** Seconds until another code may be asked for. */
  cooldown: number
  error: unknown
  submit: (email: string) => void
  /** The person is typing again: what was wrong is no longer so. */
  clear: () => void
}

/**
 * A field that sends an address off and waits for the answer: one at a time, given up when the modal closes.
 *
 * @param ask sends it, and goes where the answer leads
 * @param failure code of what an earlier try came back with
 */
export function useEmailSubmit(
  ask: (email: string, signal: AbortSignal) => Promise<void>,
  failure?: number,
): EmailSubmit {
  const open = useOpen()
  const { seconds, start } = useCooldown()
  const [state, setState] = useState<{ pending?: boolean; invalid?: boolean; error?: unknown }>({})
  // The view may not have faded when it is shown again: it is not made anew then.
  useEffect(() => {
    if (failure !== undefined) setState({ error: { code: failure } })
  }, [failure])
  const controller = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (!open) return
    return () => controller.current?.abort()
  }, [open])

  const submit = (text: string) => {
    const email = text.trim()
    if (state.pending) return
    if (!isEmail(email)) return setState({ invalid: true })
    setState({ pending: true })
    controller.current = new AbortController()
    const { signal } = controller.current
    ask(email, signal).then(
      () => setState({}),
      (error: unknown) => {
        if (signal.aborted || isDeclined(error)) return setState({})
        const wait = tooSoonSeconds(error)
        if (wait !== undefined) start(wait)
        setState(wait === undefined ? { error } : {})
      },
    )
  }
  const { pending = false, invalid = false, error } = state
  const clear = () => {
    if (invalid || error) setState({})
  }
  return { pending, invalid, cooldown: seconds, error, submit, clear }
}
