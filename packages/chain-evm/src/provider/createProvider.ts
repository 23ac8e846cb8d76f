import {
  accountOf,
  type Config,
  createEmitter,
  networkIdOf,
  type PageProvider,
  type ProviderListener,
} from '@latchkey/core'
import type { BaseError } from '@latchkey/errors'
import { type Emit, NAMESPACE, type Subscriptions } from './providerContext.ts'

/** `heard`: what is told, in the listener's place. */
type Kept = { event: string; listener: ProviderListener; heard: ProviderListener; stop: () => void }

/** Loads what a page needs for its first request, always by the same promise: so requests keep their order. */
export type LoadCalls = () => Promise<typeof import('./walletCalls.ts')>

/**
 * The EIP-1193 provider of a page over whatever wallet is connected, and over the network alone while none is. It exposes no
 * account before the visitor connects (EIP-1102), and makes no request by itself.
 *
 * @example
 * const provider = createProvider(config, lazy(() => import('./walletCalls.ts')))
 * const [account] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(config: Config, load: LoadCalls): PageProvider {
  const { emit, on } = createEmitter<Record<string, never>>()
  const subscriptions: Subscriptions = new Map()
  let kept: Kept[] = []
  const tell: Emit = (event, payload) => emit(event, payload as never)
  const keep = (event: string, listener: ProviderListener, heard = listener) => {
    kept.push({ event, listener, heard, stop: on(event, heard) })
    return provider
  }
  const drop = (event?: string, listener?: ProviderListener) => {
    kept = kept.filter((one) => {
      const isOther = listener && one.listener !== listener && one.heard !== listener
      const stays = (event && one.event !== event) || isOther
      if (!stays) one.stop()
      return stays
    })
    return provider
  }
  const provider: PageProvider = {
    // web3 takes a provider by EIP-1193 only if this is an async function.
    async request(args) {
      try {
        return (await dispatch(config, args, load, { emit: tell, subscriptions })) as never
      } catch (error) {
        throw await asProviderError(error, load)
      }
    },
    on: (event: string, listener: ProviderListener) => keep(event, listener),
    once: (event: string, listener: ProviderListener) =>
      keep(event, listener, function heard(payload) {
        // The same listener may be there for good too.
        drop(event, heard)
        listener(payload)
      }),
    removeListener: drop,
    off: drop,
    removeAllListeners: drop,
  }
  emitChanges(config, tell)
  return provider
}

const evmAccount = (config: Config) => accountOf(config.accounts, NAMESPACE)
const addressesOf = (config: Config): string[] => {
  const { address, status } = evmAccount(config)
  return address && status === 'connected' ? [address] : []
}
const chainIdOf = (config: Config): string => {
  const [, reference = '1'] = networkIdOf(config, NAMESPACE)?.split(':') ?? []
  return `0x${Number(reference).toString(16)}`
}

/** The codes of EIP-1193 are loaded with the first error; without them the error still has one. */
async function asProviderError(error: unknown, load: LoadCalls): Promise<unknown> {
  try {
    return (await load()).toProviderError(error)
  } catch (missing) {
    const { code: latchkeyCode, shortMessage } = missing as Partial<BaseError>
    return Object.assign(new Error(shortMessage ?? 'Something went wrong', { cause: error }), {
      code: -32603,
      data: { latchkeyCode },
    })
  }
}

/** The method of a request that has the form of EIP-1193; undefined: what is loaded with a request says what is wrong. */
function soundMethod(args: unknown): unknown {
  const { method, params = null } = (args ?? {}) as { method?: unknown; params?: unknown }
  return Array.isArray(args) || typeof params !== 'object' ? undefined : method
}

async function dispatch(
  config: Config,
  args: unknown,
  load: LoadCalls,
  own: { emit: Emit; subscriptions: Subscriptions },
): Promise<unknown> {
  const accounts = () => addressesOf(config)
  switch (soundMethod(args)) {
    case 'eth_accounts':
      if (evmAccount(config).status === 'connecting') await (await load()).untilRestored(config)
      return accounts()
    case 'eth_chainId':
      return chainIdOf(config)
    case 'net_version':
      return String(Number(chainIdOf(config)))
    default: {
      const { answerRequest, checkRequest } = await load()
      return answerRequest(config, checkRequest(args), { accounts, ...own })
    }
  }
}

/** EIP-1193 events, from the stores: whoever changes them, each change is told once. */
function emitChanges(config: Config, emit: Emit): void {
  let address = addressesOf(config)[0]
  let chainId = chainIdOf(config)
  const follow = () => {
    const nextAddress = addressesOf(config)[0]
    const nextChain = chainIdOf(config)
    if (nextChain !== chainId) {
      chainId = nextChain
      emit('chainChanged', chainId)
    }
    if (nextAddress === address) return
    const before = address
    address = nextAddress
    if (address && !before) emit('connect', { chainId })
    emit('accountsChanged', address ? [address] : [])
    if (!address && before)
      emit('disconnect', Object.assign(new Error('The wallet was disconnected.'), { code: 4900 }))
  }
  config.accounts.subscribe(follow)
  config.networks.subscribe(follow)
}
