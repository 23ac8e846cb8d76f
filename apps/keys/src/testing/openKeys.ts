import type { KeysDocumentConfig, ParamsOf, ResultOf } from '@latchkey/protocol'
import { type KeysState, keysContract } from '@latchkey/protocol/keys'
import { createKeys } from '../createKeys.ts'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import type { Locks } from '../session/tokenSource.ts'
import type { RecordStore } from '../storage/recordStore.ts'
import { createVault } from '../vault/createVault.ts'
import { createUnlockCache } from '../vault/unlockCache.ts'
import { servePort, vaultOf } from '../vault/workerPort.ts'
import { API_ORIGIN, type FakeService, WALLET_ORIGIN } from './fakeService.ts'

export { WALLET_ORIGIN } from './fakeService.ts'
export const HOST_ORIGIN = 'http://app.localhost:5173'

/** A clock that moves when told to. */
export function createClock(start = 1_790_000_000_000) {
  let time = start
  return {
    now: () => time,
    advance: (ms: number) => {
      time += ms
    },
  }
}

export const configFor = (service: Pick<FakeService, 'channelKey'>): KeysDocumentConfig => ({
  v: 1,
  projectId: 'demo',
  apiOrigin: API_ORIGIN,
  walletOrigin: WALLET_ORIGIN,
  keysOrigin: 'http://keys.localhost:8787',
  allowedOrigins: [{ pattern: HOST_ORIGIN, publicSuffix: 'localhost' }],
  channelKey: service.channelKey,
})

/**
 * Opens a keys document over a partition's records, with a vault behind the worker's edge. Opening it twice over one
 * store is a reload, or another tab.
 */
export function openKeys(options: {
  service: FakeService
  store: RecordStore
  now(): number
  hostOrigin?: string
  locks?: Locks
  whenIdle?: (run: () => void) => void
}) {
  const { service, store, now, hostOrigin = HOST_ORIGIN, locks, whenIdle } = options
  const cache = createUnlockCache({ now, setTimer: () => 0, clearTimer: () => undefined })
  const vault = vaultOf(servePort(createVault({ cache })), 60_000, () => new VaultUnavailableError())
  const keys = createKeys({
    config: configFor(service),
    hostOrigin,
    store,
    vault,
    fetch: service.fetch,
    now,
    locks,
    whenIdle,
  })
  const states: KeysState[] = []
  keys.onState((state) => states.push(state))
  const { handlers } = keys
  const live = (signal = new AbortController().signal) => ({ origin: WALLET_ORIGIN, signal })
  const { methods } = keysContract
  const startEmail = async (email: string, resend = false, signal?: AbortSignal) =>
    methods.startEmail.result.parse(await handlers.startEmail({ email, resend }, live(signal)))
  const submitCode = async (code: string) =>
    methods.submitCode.result.parse(await handlers.submitCode({ code }, live()))
  /** Any method, for those that have no shorter form here. */
  const call = async <Name extends keyof typeof methods>(
    name: Name,
    params: ParamsOf<(typeof methods)[Name]>,
    signal?: AbortSignal,
  ) => {
    const handle = handlers[name] as (params: unknown, context: unknown) => unknown
    const result = methods[name].result.parse(await handle(params, live(signal)))
    return result as ResultOf<(typeof methods)[Name]>
  }
  // Every result is held against the contract, as the bridge would.
  return {
    keys,
    states,
    vault,
    call,
    startEmail,
    submitCode,
    getState: async () => methods.getState.result.parse(await handlers.getState({}, live())),
    syncSession: async () => methods.syncSession.result.parse(await handlers.syncSession({}, live())),
    resendCode: async () => methods.resendCode.result.parse(await handlers.resendCode({}, live())),
    signOut: async () => methods.signOut.result.parse(await handlers.signOut({}, live())),
    warmUp: async () => methods.warmUp.result.parse(await handlers.warmUp({}, live())),
    signMessage: async (address: string, message: string, signal?: AbortSignal) =>
      methods.signMessage.result.parse(await handlers.signMessage({ address, message }, live(signal))),
    signTypedData: async (address: string, typedData: string) =>
      methods.signTypedData.result.parse(await handlers.signTypedData({ address, typedData }, live())),
    signTransaction: async (params: Parameters<typeof handlers.signTransaction>[0]) =>
      methods.signTransaction.result.parse(await handlers.signTransaction(params, live())),
    /** The whole login with the newest code. */
    async login(email: string) {
      await startEmail(email)
      return submitCode(service.lastCode())
    },
  }
}
