import type { CaipNetworkId, ConnectorContext, ProviderListener } from '@latchkey/core/connector'
import type { PageProvider } from './InjectedWallet.ts'
import { readAccounts, readNetworkId } from './readAnswers.ts'

type Handlers = {
  onNetwork(caipNetworkId: CaipNetworkId): void
  /** The provider lost its chains (EIP-1193 `disconnect`). */
  onLost(code: unknown): void
  /** It is back (EIP-1193 `connect`). */
  onBack(): void
}

/** Follows the events of one provider (EIP-1193). What has not their form is passed over. Returns how to stop. */
export function followProvider(
  provider: PageProvider,
  emitter: ConnectorContext['emitter'],
  handlers: Handlers,
): () => void {
  const listeners: Record<string, (payload: unknown) => void> = {
    accountsChanged(payload) {
      const accounts = unlessInvalid(() => readAccounts(payload))
      if (accounts) emitter.emit('change', { accounts })
    },
    chainChanged(payload) {
      const caipNetworkId = unlessInvalid(() => readNetworkId(payload))
      if (caipNetworkId) handlers.onNetwork(caipNetworkId)
    },
    disconnect: (payload) =>
      handlers.onLost(
        unlessInvalid(() =>
          typeof payload === 'object' && payload !== null && 'code' in payload ? payload.code : undefined,
        ),
      ),
    connect: () => handlers.onBack(),
  }
  const each = (how: 'on' | 'removeListener') => {
    // A broken wallet must not break the page.
    for (const [event, listener] of Object.entries(listeners))
      unlessInvalid(() => provider[how]?.(event, listener as ProviderListener))
  }
  each('on')
  return () => each('removeListener')
}

function unlessInvalid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
