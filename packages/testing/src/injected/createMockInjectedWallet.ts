import type { Eip1193Provider, ProviderListener } from '@latchkey/core'
import { type Answers, answerAccounts } from './answerAccounts.ts'
import { answerChains } from './answerChains.ts'
import { answerRead } from './answerReads.ts'
import { answerSigning } from './answerSigning.ts'
import { type FailureSwitches, failureSwitches } from './failureSwitches.ts'
import type {
  MockInjectedWallet,
  MockInjectedWalletOptions,
  MockWalletCall,
  MockWalletControls,
} from './MockInjectedWallet.ts'
import { placeProvider } from './placeProvider.ts'
import { providerRpcError } from './providerRpcError.ts'
import { changeAccounts, changeChain, type WalletState, walletState } from './walletState.ts'

const ANSWERS: Answers = { ...answerAccounts, ...answerChains, ...answerSigning }
/** A plain square. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%23506aeb" d="M0 0h1v1H0z"/%3E%3C/svg%3E'

/**
 * A browser extension's wallet for tests: an EIP-1193 provider with real signatures, which agrees to everything until
 * it is told otherwise. It is announced (EIP-6963) and, if asked, put on `window.ethereum`. For tests only: its keys
 * are plain text.
 *
 * @throws Error when there is no account
 * @example
 * const wallet = createMockInjectedWallet({ name: 'Aurora', rdns: 'com.example.aurora', rpcUrl: 'http://127.0.0.1:8545' })
 * wallet.rejectNext('eth_requestAccounts')
 * wallet.remove()
 */
export function createMockInjectedWallet(options: MockInjectedWalletOptions = {}): MockInjectedWallet {
  const {
    name = 'Mock wallet',
    rdns = 'dev.latchkey.mock',
    uuid = crypto.randomUUID(),
    icon = ICON,
  } = options
  const listeners = new Map<string, Set<ProviderListener>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) callSafely(listener, payload)
  }
  const state = walletState({ ...options, rdns }, emit)
  const failures = failureSwitches()
  const calls: MockWalletCall[] = []
  const provider: Eip1193Provider = {
    async request(args) {
      const { method, params } = checked(args)
      const call: MockWalletCall = { method, params, state: 'waiting' }
      calls.push(call)
      try {
        const result = await answer(state, failures, method, params)
        call.state = 'answered'
        return result
      } catch (error) {
        Object.assign(call, { state: 'refused', code: (error as { code?: number }).code })
        throw error
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return this
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return this
    },
  }
  decorate(provider, options)
  const info = { uuid, name, icon, rdns }
  const { announce, remove } = placeProvider(options, info, provider)
  const { apply: _apply, ...switches } = failures
  const readCalls = () => structuredClone(calls)
  return { ...switches, ...personsHand(state), emit, announce, remove, readCalls, provider, info, calls }
}

/** What the person does in the wallet itself. */
function personsHand(
  state: WalletState,
): Pick<MockWalletControls, 'set' | 'selectAccount' | 'selectChain' | 'revoke'> {
  return {
    set(switches) {
      changeAccounts(state, () => Object.assign(state.switches, switches))
      if (!state.switches.locked) for (const unlocked of state.waitingForUnlock.splice(0)) unlocked()
    },
    selectAccount(address) {
      const isChosen = (account: { address: string }) =>
        account.address.toLowerCase() === address.toLowerCase()
      if (!state.accounts.some(isChosen)) throw new Error(`The wallet has no account ${address}.`)
      changeAccounts(state, () => {
        state.accounts.sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)))
      })
    },
    selectChain(chainId) {
      if (!state.chains.has(chainId)) state.chains.set(chainId, undefined)
      changeChain(state, chainId)
    },
    revoke: () =>
      changeAccounts(state, () => {
        state.permitted = false
      }),
  }
}

async function answer(
  state: WalletState,
  failures: FailureSwitches,
  method: string,
  params: unknown,
): Promise<unknown> {
  const { delay } = state.switches
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  const forced = await failures.apply(method)
  if (forced) return forced.answer
  const own = Object.hasOwn(ANSWERS, method) ? ANSWERS[method] : undefined
  if (!own) return answerRead(state, method, params)
  return own(state, Array.isArray(params) ? params : params === undefined ? [] : [params])
}

/** EIP-1193: a request is an object with a `method` and, if any, `params` that are an array or an object. */
function checked(args: unknown): { method: string; params: unknown } {
  const { method, params } = (typeof args === 'object' && args !== null ? args : {}) as Record<
    string,
    unknown
  >
  if (typeof method !== 'string' || method === '') throw providerRpcError(-32600)
  if (params !== undefined && (typeof params !== 'object' || params === null)) throw providerRpcError(-32602)
  return { method, params }
}

function callSafely(listener: ProviderListener, payload: unknown): void {
  try {
    listener(payload as never)
  } catch (error) {
    // Reported as an uncaught error would be, without keeping the others from hearing.
    queueMicrotask(() => {
      throw error
    })
  }
}

function decorate(provider: object, { flags = {}, throwingGetters = [] }: MockInjectedWalletOptions): void {
  Object.assign(provider, flags)
  for (const name of throwingGetters)
    Object.defineProperty(provider, name, {
      configurable: true,
      get() {
        throw new Error(`${name} is not available`)
      },
    })
}
