import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { KeysState } from '@latchkey/protocol/keys'
import { createStore } from 'zustand/vanilla'
import type { ApprovalContext } from '../chains/evm/model/transaction.ts'
import { limitConcurrency } from '../chains/evm/rpc/limitConcurrency.ts'
import { frameChains } from '../chains/frameChains.ts'
import type { ChainRpc, RpcCall } from '../context/ChainRpc.ts'
import type { Approvals, Frame, FrameState, KeysConnection } from '../context/Frame.ts'
import { createSessionSync } from '../keys/session.ts'
import { english } from '../locales/loadLocale.ts'

export const testAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const testOrigin = 'http://app.localhost:5173'

export const testConfig: FrameDocumentConfig = {
  v: 1,
  projectId: 'demo',
  projectName: 'Demo',
  walletName: 'Latchkey',
  headlessOtp: false,
  apiOrigin: 'http://api.localhost:8787',
  walletOrigin: 'http://wallet.localhost:8787',
  keysOrigin: 'http://keys.localhost:8787',
  allowedOrigins: [{ pattern: testOrigin, publicSuffix: 'localhost', approvals: 'frame' }],
  chains: [31337, 8453].map((id) => ({
    id,
    caip2: `eip155:${id}`,
    name: `Network ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    testnet: id === 31337,
  })),
}

export const signedOut: KeysState = {
  status: 'signedOut',
  user: null,
  accounts: [],
  granted: false,
  emailShared: false,
  challenge: null,
  device: null,
  recovery: [],
  tier: null,
  persistent: true,
}
export const signedIn: KeysState = {
  ...signedOut,
  status: 'signedIn',
  user: {
    id: 'A'.repeat(22),
    email: 'maria@example.com',
    emailHint: 'm•••@example.com',
    userName: null,
    provider: 'email',
  },
  tier: 'standard',
  accounts: [{ namespace: 'eip155', address: testAddress, type: 'eoa' }],
  granted: true,
}

/** Whom a request is for on a network that has plain accounts alone. */
export const plainContext = (account: string = testAddress): ApprovalContext => {
  const eoa = account as `0x${string}`
  const chain = testConfig.chains[0] as FrameDocumentConfig['chains'][number]
  return { account: eoa, accounts: { eoa, smart: null, preferred: 'eoa', address: eoa, chain } }
}

/** Answers of a keys app, by method. */
export type KeysAnswers = Readonly<Record<string, (params: never) => unknown>>

function fakeKeys(state: KeysState, answers: KeysAnswers): KeysConnection {
  const all: KeysAnswers = { getState: () => state, syncSession: () => state, ...answers }
  const call = Object.fromEntries(
    Object.entries(all).map(([name, answer]) => [name, async (params: never) => answer(params)]),
  )
  return {
    client: async () => ({ call }) as unknown as Awaited<ReturnType<KeysConnection['client']>>,
    state: async () => all.getState?.({} as never) as KeysState,
  }
}

/** A network that answers from a function; what throws is a call's own failure. */
export function fakeChain(answer: (call: RpcCall) => unknown): ChainRpc {
  return {
    request: async (_, call) => answer(call),
    paymaster: async (_, call) => answer(call),
    tokens: async () => [],
    batch: (_, calls) =>
      Promise.all(
        calls.map(async (call) => {
          try {
            return { ok: true, result: await answer(call) }
          } catch (error) {
            return { ok: false, error }
          }
        }),
      ),
  }
}

export type FakeFrameOptions = {
  state?: KeysState
  keys?: KeysAnswers
  chain?: ChainRpc
  approvals?: Approvals
  config?: Partial<FrameDocumentConfig>
  now?: () => number
}

/** A frame without windows: its keys app, network and clock are the test's. */
export function fakeFrame(options: FakeFrameOptions = {}): Frame {
  const { state = signedIn, keys = {}, chain = fakeChain(() => null), now = () => 0 } = options
  const approvals = options.approvals ?? {
    request: async ({ method }) => `approved ${method}`,
    ask: async () => 'approved',
    replace: async () => undefined,
  }
  const store = createStore<FrameState>(() => ({
    keys: null,
    caip2: 'eip155:31337',
    screen: { name: 'none' },
    locale: english,
    appName: null,
    signingOut: false,
    preferredAccountType: 'smartAccount',
  }))
  const connection = fakeKeys(state, keys)
  return {
    config: { ...testConfig, ...options.config },
    origin: testOrigin,
    store,
    keys: connection,
    chain,
    chains: frameChains,
    limitReads: limitConcurrency(20),
    syncSession: createSessionSync(connection, now),
    draw: async () => undefined,
    approvals: async () => approvals,
    now,
    deployedAccounts: new Set(),
    // Node has no storage: what is kept is kept in memory.
    storage: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
    memory: new Map(),
    askForWindow: () => undefined,
    onReceiptTold: () => undefined,
    doors: new Map(),
    reload: () => undefined,
  }
}
