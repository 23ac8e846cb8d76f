import { type ConnectorEvents, type Emitter, RequestAbortedError } from '@latchkey/core/connector'
import { PairingExpiredError } from '../answer/errors.ts'
import type { PairingTiming } from './WalletConnectOptions.ts'

/** A link that a wallet may take, and what becomes of it. */
export type Proposal<Answer> = {
  uri: string
  /** ms since the epoch; default: a whole life from when it is shown */
  expiresAt?: number
  /** Rejects with PairingExpiredError when nobody took it in time. */
  answer: Promise<Answer>
  /** Nobody waits for it any more: it is taken back, and what comes of it all the same is ended. */
  cancel(): void
}

export type PairingParameters<Answer> = {
  /** Makes a link; it settles in bounded time. */
  propose: () => Promise<Proposal<Answer>>
  emitter: Emitter<ConnectorEvents>
  timing: PairingTiming
  signal?: AbortSignal | undefined
}

/** How often a link is asked for while the old one is about to end, ms. */
const RETRY_EVERY = 2_000

/**
 * Shows links until a wallet answers one of them. A link that is about to end is followed by a new one (spec 4); the old
 * one still counts, for whoever has just scanned it.
 *
 * @throws what the wallet answers, RequestAbortedError, or why no link could be made
 */
export async function pairUntilAnswered<Answer>(parameters: PairingParameters<Answer>): Promise<Answer> {
  const { propose, emitter, timing, signal } = parameters
  const open: Proposal<Answer>[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let onAbort: (() => void) | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      onAbort = () => reject(new RequestAbortedError())
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      let isOver = false
      const end = (settle: () => void) => {
        isOver = true
        settle()
      }
      const later = (work: () => void, delay: number) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          work()
        }, delay)
        timers.add(timer)
      }
      const show = (proposal: Proposal<Answer>) => {
        if (isOver || signal?.aborted) return proposal.cancel()
        open.push(proposal)
        const expiresAt = proposal.expiresAt ?? Date.now() + timing.life
        emitter.emit('pairing', { uri: proposal.uri, expiresAt })
        const close = () => open.splice(open.indexOf(proposal), 1)
        proposal.answer.then(
          (answer) => {
            // Of two that are answered the second finds nobody: it stays open, and is ended with the rest.
            if (isOver || signal?.aborted) return
            close()
            end(() => resolve(answer))
          },
          (error: unknown) => {
            close()
            if (!(error instanceof PairingExpiredError)) return end(() => reject(error))
            // A device that slept finds its link dead: it gets another one.
            if (!isOver && open.length === 0) next(Date.now() + timing.refreshBefore)
          },
        )
        later(
          () => {
            if (open.at(-1) === proposal) next(expiresAt)
          },
          expiresAt - Date.now() - timing.refreshBefore,
        )
      }
      /** Asks for a link until that time; then there is none. */
      const next = (until: number) => {
        propose().then(show, (error: unknown) => {
          if (isOver) return
          if (Date.now() + RETRY_EVERY < until) later(() => next(until), RETRY_EVERY)
          else end(() => reject(error))
        })
      }
      next(0)
    })
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort)
    for (const timer of timers) clearTimeout(timer)
    emitter.emit('pairing', undefined)
    for (const proposal of open) proposal.cancel()
  }
}
