import { AdapterNotFoundError } from '../errors/connectionErrors.ts'
import type { Config, TransactionOutcome } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'

/** How a transaction ends. Whoever asks for the same one shares the wait, and while the page is hidden nobody is asked. */
export function outcomeOf(config: Config, network: Network, hash: string): Promise<TransactionOutcome> {
  config.runtime.outcomes ??= new Map()
  const { outcomes } = config.runtime
  const known = outcomes.get(hash)
  if (known) return known
  const outcome = waitInSight(config, network, hash).finally(() => outcomes.delete(hash))
  outcomes.set(hash, outcome)
  return outcome
}

async function waitInSight(config: Config, network: Network, hash: string): Promise<TransactionOutcome> {
  const wait = config.adapters[network.chainNamespace]?.waitForTransaction
  if (!wait) throw new AdapterNotFoundError({ details: network.chainNamespace })
  for (;;) {
    await untilVisible(config.runtime.signal)
    const sight = new AbortController()
    const stop = onChange(config.runtime.signal, () => {
      if (isHidden() || config.runtime.signal.aborted) sight.abort()
    })
    try {
      return await wait({ network, hash, signal: sight.signal })
    } catch (error) {
      if (!sight.signal.aborted || config.runtime.signal.aborted) throw error
    } finally {
      stop()
    }
  }
}

const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'

/** Calls back when the page is hidden or shown, or the config dies. Returns how to stop. */
function onChange(signal: AbortSignal, listener: () => void): () => void {
  const page = globalThis.document
  page?.addEventListener('visibilitychange', listener)
  signal.addEventListener('abort', listener)
  return () => {
    page?.removeEventListener('visibilitychange', listener)
    signal.removeEventListener('abort', listener)
  }
}

const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (isHidden() && !signal.aborted) return
      stop()
      resolve()
    }
    const stop = onChange(signal, look)
    look()
  })
