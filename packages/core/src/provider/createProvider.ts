import { open } from '../actions/open.ts'
import type { Config } from '../createConfig.ts'
import { createEmitter } from '../createEmitter.ts'
import { ConnectionDeclinedError, InvalidRequestError, InvalidRequestParamsError } from '../errors.ts'
import type { Eip1193Provider, RequestArguments } from '../interfaces/Provider.ts'
import { disconnectedAccount } from '../slices/accounts.ts'

/**
 * The page's EIP-1193 provider over whatever wallet is connected. It exposes no account before the visitor connects
 * (EIP-1102), and makes no request by itself.
 *
 * @example
 * const provider = createProvider(config)
 * const [account] = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createProvider(config: Config): Eip1193Provider {
  const { emit, on, off } = createEmitter<Record<string, never>>()
  const load = lazyRequest()
  emitChanges(config, (event, payload) => emit(event, payload as never))
  return {
    async request(args) {
      try {
        return await dispatch(config, checked(args), load)
      } catch (error) {
        throw await asProviderError(error, load)
      }
    },
    on(event, listener) {
      on(event, listener)
      return this
    },
    removeListener(event, listener) {
      off(event, listener)
      return this
    },
  }
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

const evmAccount = (config: Config) => config.accounts.getState().byNamespace.eip155 ?? disconnectedAccount
const addressesOf = (config: Config): string[] => {
  const { address, status } = evmAccount(config)
  return address && status === 'connected' ? [address] : []
}
const chainIdOf = (config: Config): string => {
  const [namespace, reference] = config.networks.getState().activeId.split(':')
  return `0x${namespace === 'eip155' ? Number(reference).toString(16) : '1'}`
}

/**
 * Loads what a page needs for its first request, once: two imports of one module do not settle in the order in which they
 * were begun, and requests must reach the wallet in the order in which they were made.
 */
function lazyRequest() {
  let loading: Promise<typeof import('./walletCalls.ts')> | undefined
  return () => {
    loading ??= import('./walletCalls.ts').catch((error: unknown) => {
      // A failed download is tried again by the next request.
      loading = undefined
      throw error
    })
    return loading
  }
}

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
): Promise<unknown> {
  switch (args.method) {
    case 'eth_accounts':
      return addressesOf(config)
    case 'eth_requestAccounts':
      return requestAccounts(config)
    case 'eth_chainId':
      return chainIdOf(config)
    case 'net_version':
      return String(Number(chainIdOf(config)))
    default: {
      const { answerRequest } = await load()
      return answerRequest(config, args)
    }
  }
}

/** EIP-1102: opens the modal and waits until the visitor has connected or closed it. */
function requestAccounts(config: Config): Promise<string[]> {
  const addresses = addressesOf(config)
  if (addresses.length > 0) return Promise.resolve(addresses)
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    // A connection that is being restored answers by itself, and only if it fails the visitor is asked.
    let restoring = evmAccount(config).status === 'connecting' && !config.modal.getState().open
    const settle = (work: () => void) => {
      for (const stop of stops) stop()
      work()
    }
    const check = () => {
      const now = addressesOf(config)
      if (now.length > 0) return settle(() => resolve(now))
      const { aborted } = config.runtime.signal
      const waiting = config.modal.getState().open || evmAccount(config).status === 'connecting'
      if (!aborted && waiting) return
      if (aborted || !restoring) return settle(() => reject(new ConnectionDeclinedError()))
      restoring = false
      open(config)
    }
    if (!restoring && !config.modal.getState().open) open(config)
    stops.push(config.accounts.subscribe(check), config.modal.subscribe(check))
    const { signal } = config.runtime
    signal.addEventListener('abort', check)
    stops.push(() => signal.removeEventListener('abort', check))
    check()
  })
}

/** EIP-1193 events, from the stores: whoever changes them, each change is told once. */
function emitChanges(config: Config, emit: (event: string, payload: unknown) => void): void {
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
