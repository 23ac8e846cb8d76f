import type { Config } from '@latchkey/core'
import type { Eip1193Provider } from '@latchkey/core/connector'
import { checksummed, readAccounts, readChainId } from './providerState.ts'
import type { WagmiEmitter } from './WagmiContext.ts'

/** wagmi knows of Ethereum's networks alone. */
export const NAMESPACE = 'eip155'

/** wagmi ignores `connect` while it connects or reconnects something: it is told again, at growing intervals, ms. */
const FIRST_RETRY = 50
const LAST_RETRY = 12_800

export type Follower = {
  /** Latchkey was connected by its button, or by whatever is not wagmi. */
  connected(): void
  accountsChanged(accounts: readonly string[]): void
  chainChanged(chainId: number): void
  disconnected(): void
  /** Runs what wagmi itself asked for: it takes the outcome, and hears of none of the steps. */
  quietly<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Tells wagmi what happens to Latchkey without it. */
export function followLatchkey(emitter: WagmiEmitter, getProvider: () => Eip1193Provider): Follower {
  let asked = 0
  /** Rises with each change, so that what was still being read for an older one is dropped. */
  let change = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // wagmi listens for these as long as it holds the connection, and for neither otherwise.
  const isHeld = () => emitter.listenerCount('change') > 0 && emitter.listenerCount('disconnect') > 0

  const guarded = (work: (isLatest: () => boolean) => Promise<void>) => {
    const mine = change
    work(() => mine === change).catch((error: unknown) => {
      emitter.emit('error', { error: error instanceof Error ? error : new Error(String(error)) })
    })
  }
  const tell = (delay: number) =>
    guarded(async (isLatest) => {
      clearTimeout(timer)
      if (asked > 0) return
      const provider = getProvider()
      const [accounts, chainId] = await Promise.all([readAccounts(provider), readChainId(provider)])
      if (!isLatest() || asked > 0) return
      if (accounts.length === 0 && isHeld()) emitter.emit('disconnect')
      if (accounts.length === 0 || isHeld()) return
      emitter.emit('connect', { accounts, chainId })
      if (!isHeld() && delay <= LAST_RETRY) timer = setTimeout(() => tell(delay * 2), delay)
    })

  return {
    connected: () => tell(FIRST_RETRY),
    accountsChanged(accounts) {
      change += 1
      if (!isHeld()) return tell(FIRST_RETRY)
      guarded(async (isLatest) => {
        const spelled = await checksummed(accounts)
        if (isLatest() && isHeld()) emitter.emit('change', { accounts: spelled })
      })
    },
    chainChanged(chainId) {
      if (isHeld()) emitter.emit('change', { chainId })
      else {
        change += 1
        tell(FIRST_RETRY)
      }
    },
    disconnected() {
      change += 1
      clearTimeout(timer)
      if (asked === 0 && isHeld()) emitter.emit('disconnect')
    },
    async quietly(work) {
      asked += 1
      try {
        return await work()
      } finally {
        asked -= 1
        // wagmi takes the outcome in the same turn; where the work failed it may still have changed something.
        clearTimeout(timer)
        timer = setTimeout(() => tell(FIRST_RETRY), 0)
      }
    },
  }
}

/** How long wagmi's reconnecting may take, ms. A wallet that comes later is told by a `connect` event. */
const RESTORE_WAIT = 10_000

/** Waits until a stored connection is confirmed or given up. It opens nothing and never rejects. */
export async function waitForRestore(config: Config): Promise<void> {
  // A modal in the page is always open, and tells nothing of who is connecting.
  const isInModal = () => !config.embedded && config.modal.getState().open
  const isRestoring = () =>
    config.accounts.getState().byNamespace[NAMESPACE]?.status === 'connecting' && !isInModal()
  if (!isRestoring()) return
  await new Promise<void>((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const check = () => {
      if (!isRestoring()) settle()
    }
    const timer = setTimeout(settle, RESTORE_WAIT)
    const stops = [config.accounts.subscribe(check), config.modal.subscribe(check)]
  })
}
