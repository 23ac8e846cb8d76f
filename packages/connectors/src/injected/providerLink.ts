import type { ConnectorContext } from '@latchkey/core/connector'
import { waitFor } from '../answer/waitFor.ts'
import type { InjectedWallet, PageProvider } from './InjectedWallet.ts'
import { readAccounts, readNetworkId } from './readAnswers.ts'
import { followProvider } from './walletEvents.ts'

/** What needs no person, ms. */
const READ_LIMIT = 10_000
/** MetaMask's code for a connection to its background that is lost for a moment. */
const TRY_AGAIN_LATER = 1013

export type ProviderLink = {
  provider(): PageProvider
  /** Asks what a person answers: without a limit, until it is aborted. */
  ask(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  /** Asks what needs no person. */
  read(method: string, signal?: AbortSignal): Promise<unknown>
  /** Settles at the wallet's next `chainChanged`, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
  /** Tells the page what the wallet tells. */
  follow(): void
  /** Answers whether it followed until now. */
  unfollow(): boolean
}

/** The way to the provider of one wallet, over its exchanges. */
export function createProviderLink(
  emitter: ConnectorContext['emitter'],
  wallet: InjectedWallet,
  destroyed: AbortSignal,
): ProviderLink {
  const cell = wallet.provider
  const waitingForChange = new Set<() => void>()
  let stop: (() => void) | undefined

  const ask = (
    method: string,
    params?: readonly unknown[],
    signal?: AbortSignal,
    limit?: number,
  ): Promise<unknown> =>
    waitFor(() => cell.get().request(params ? { method, params } : { method }), {
      limit,
      signals: [signal, destroyed],
    })
  const read = (method: string, signal?: AbortSignal) => ask(method, undefined, signal, READ_LIMIT)

  /** Tells where the wallet stands after a time in which it could not say so itself. */
  const resume = async () => {
    const accounts = readAccounts(await read('eth_accounts'))
    const caipNetworkId = readNetworkId(await read('eth_chainId'))
    if (stop) emitter.emit('change', accounts.length > 0 ? { accounts, caipNetworkId } : { accounts })
  }
  const attach = () =>
    followProvider(cell.get(), emitter, {
      onNetwork(caipNetworkId) {
        emitter.emit('change', { caipNetworkId })
        for (const resolve of [...waitingForChange]) resolve()
      },
      onLost(code) {
        // It comes back by itself, and says so by `connect`. Everything else is the end (EIP-1193, 4900).
        if (code === TRY_AGAIN_LATER) return
        unfollow()
        emitter.emit('disconnect', {})
      },
      onBack: () => void resume().catch(() => undefined),
    })
  const unfollow = () => {
    const wasFollowing = stop !== undefined
    stop?.()
    stop = undefined
    return wasFollowing
  }
  return {
    provider: cell.get,
    ask,
    read,
    nextChange: (limit, unwanted) =>
      new Promise((resolve) => {
        const settle = () => {
          clearTimeout(timer)
          waitingForChange.delete(settle)
          resolve()
        }
        const timer = setTimeout(settle, limit)
        waitingForChange.add(settle)
        for (const signal of [unwanted, destroyed]) signal.addEventListener('abort', settle, { once: true })
      }),
    follow() {
      unfollow()
      let detach = attach()
      const stopReplacing = cell.onReplace(() => {
        detach()
        detach = attach()
        // Another provider may have other accounts: nothing of the old one is taken for granted.
        void resume().catch(() => emitter.emit('change', { accounts: [] }))
      })
      stop = () => {
        stopReplacing()
        detach()
      }
    },
    unfollow,
  }
}
