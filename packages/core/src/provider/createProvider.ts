import { lazy } from '@latchkey/std/lazy'
import { accountOf } from '../account/accounts.ts'
import { networkIdOf } from '../account/activeConnection.ts'
import { createEmitter } from '../connection/createEmitter.ts'
import { InvalidRequestError, InvalidRequestParamsError } from '../errors/entryErrors.ts'
import type { Config } from '../interfaces/Config.ts'
import type { PageProvider, ProviderListener, RequestArguments } from '../interfaces/Provider.ts'

/** The provider's own: it answers for no other, whichever is active. */
export const NAMESPACE = 'eip155'

export type Emit = (event: string, payload: unknown) => void

/**
 * The page's EIP-1193 provider over whatever wallet is connected, and over the network alone while none is. It exposes no
 * account before the visitor connects (EIP-1102), and makes no request by itself.
 *
 * @example
 * const provider = createProvider(config)
 * const [account] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(config: Config): PageProvider {
  const { emit, on } = createEmitter<Record<string, never>>()
  const load = lazyRequest()
  let kept: { event: string; listener: ProviderListener; stop: () => void }[] = []
  const tell: Emit = (event, payload) => emit(event, payload as never)
  const drop = (event?: string, listener?: ProviderListener) => {
    kept = kept.filter((one) => {
      const stays = (event && one.event !== event) || (listener && one.listener !== listener)
      if (!stays) one.stop()
      return stays
    })
  }
  const provider: PageProvider = {
    // web3 takes a provider by EIP-1193 only if this is an async function.
    async request(args) {
      try {
        return (await dispatch(config, checked(args), load, tell)) as never
      } catch (error) {
        throw await asProviderError(error, load)
      }
    },
    on(event, listener) {
      kept.push({ event, listener, stop: on(event, listener) })
      return provider
    },
    once(event, listener) {
      const stop = on(event, (payload) => {
        drop(event, listener)
        listener(payload)
      })
      kept.push({ event, listener, stop })
      return provider
    },
    removeListener(event, listener) {
      drop(event, listener)
      return provider
    },
    off: (event, listener) => provider.removeListener(event, listener),
    removeAllListeners(event) {
      drop(event)
      return provider
    },
  }
  emitChanges(config, tell)
  return provider
}

/** EIP-1193: a request is an object with a `method` and, if any, `params` that are an array or an object. */
function checked(args: unknown): RequestArguments {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw new InvalidRequestError()
  const { method, params } = args as { method?: unknown; params?: unknown }
  if (typeof method !== 'string' || method === '') throw new InvalidRequestError()
  if (params === undefined || params === null) return { method }
  if (typeof params !== 'object') throw new InvalidRequestParamsError()
  return { method, params: params as readonly unknown[] | Record<string, unknown> }
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

/**
 * Loads what a page needs for its first request, once: two imports of one module do not settle in the order in which they
 * were begun, and requests must reach the wallet in the order in which they were made.
 */
const lazyRequest = () => lazy(() => import('./walletCalls.ts'))

/** The codes of EIP-1193 are loaded with the first error; without them the error still has one. */
async function asProviderError(error: unknown, load: ReturnType<typeof lazyRequest>): Promise<unknown> {
  try {
    return (await load()).toProviderError(error)
  } catch {
    return Object.assign(new Error('Something went wrong', { cause: error }), { code: -32603 })
  }
}

async function dispatch(
  config: Config,
  args: RequestArguments,
  load: ReturnType<typeof lazyRequest>,
  emit: Emit,
): Promise<unknown> {
  const accounts = () => addressesOf(config)
  switch (args.method) {
    case 'eth_accounts':
      if (evmAccount(config).status === 'connecting') await (await load()).untilRestored(config)
      return accounts()
    case 'eth_chainId':
      return chainIdOf(config)
    case 'net_version':
      return String(Number(chainIdOf(config)))
    default: {
      const { answerRequest } = await load()
      return answerRequest(config, args, { accounts, emit })
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
