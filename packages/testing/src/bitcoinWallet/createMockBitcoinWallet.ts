import type { MockBitcoinChain, MockBitcoinKind, mockBitcoinSigner } from './mockBitcoinSigner.ts'

export type MockBitcoinWalletOptions = {
  /** Default "Mock Bitcoin". */
  name?: string
  /** Default `regtest`. */
  chain?: MockBitcoinChain
  /** 32 bytes of the private key of both accounts; default: all are 7. Anybody has it. */
  seed?: readonly number[]
}

export type MockBitcoinCall = { method: string; params: unknown }
export type MockBitcoinWallet = {
  name: string
  /** Of the accounts: native segwit, and taproot. */
  addresses: Readonly<Record<MockBitcoinKind, string>>
  /** What stands at a path from `window`, for sats-connect's RPC. */
  provider: { request(method: string, params: unknown): Promise<object> }
  /** What is registered by the Wallet Standard. */
  standard: object
  calls(): readonly MockBitcoinCall[]
  /** The next request of a method is declined by its person; the Wallet Standard's are named by their feature. */
  rejectNext(method: string): void
}

const KINDS: readonly MockBitcoinKind[] = ['payment', 'ordinal']
const REJECTED = 4001
const REJECTED_RPC = -32_000
/** Of a transfer that nobody has made. */
const TXID = 'ab'.repeat(32)

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

type Signer = ReturnType<typeof mockBitcoinSigner>

type Note = (method: string, params: unknown) => void

/** `session.isOpen`: the page was given the accounts. */
function satsConnectOf(signer: Signer, session: { isOpen: boolean }, note: Note) {
  const { addresses } = signer
  const publicKey = Buffer.from(signer.publicKey).toString('hex')
  const accounts = [
    { address: addresses.payment, publicKey, purpose: 'payment', addressType: 'p2wpkh' },
    { address: addresses.ordinal, publicKey, purpose: 'ordinals', addressType: 'p2tr' },
  ]
  const answer = (method: string, params: Record<string, unknown>): unknown => {
    switch (method) {
      case 'getAccounts':
        session.isOpen = true
        return accounts
      case 'wallet_getAccount':
        if (!session.isOpen) throw new Error('Access denied.')
        return { addresses: accounts }
      case 'wallet_disconnect':
        session.isOpen = false
        return null
      case 'signMessage': {
        const message = new TextEncoder().encode(String(params.message))
        return { ...params, signature: toBase64(signer.message(params.address, message)) }
      }
      case 'signPsbt': {
        const of = Object.keys(params.signInputs ?? { [addresses.payment]: [] })
        return { psbt: toBase64(signer.psbt(fromBase64(String(params.psbt)), of)) }
      }
      case 'sendTransfer':
        return { txid: TXID }
      default:
        throw Object.assign(new Error('There is no such method.'), { code: -32_601 })
    }
  }
  return {
    async request(method: string, params: unknown) {
      try {
        note(method, params)
        return { jsonrpc: '2.0', id: '1', result: answer(method, (params ?? {}) as Record<string, unknown>) }
      } catch (error) {
        const { code, message } = error as Error & { code?: number }
        return { jsonrpc: '2.0', id: '1', error: { code: code === REJECTED ? REJECTED_RPC : code, message } }
      }
    },
  }
}

type Account = { address: string; publicKey: Uint8Array; chains: readonly string[]; features: string[] }
type Signing = { psbt: Uint8Array; inputsToSign: readonly { account: Account }[] }

function standardOf(name: string, chain: string, signer: Signer, note: Note) {
  const chains = [chain]
  const listeners = new Set<(change: object) => void>()
  const own = KINDS.map((kind) => ({
    ...{ address: signer.addresses[kind], publicKey: signer.publicKey, chains, features: [] },
  }))
  let accounts: readonly Account[] = []
  const set = (next: readonly Account[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  const features = {
    'bitcoin:connect': {
      version: '1.0.0',
      async connect(input: unknown) {
        note('bitcoin:connect', input)
        if (accounts.length === 0) set(own)
        return { accounts }
      },
    },
    'bitcoin:disconnect': { version: '1.0.0', disconnect: async () => set([]) },
    'bitcoin:events': {
      version: '1.0.0',
      on(event: string, listener: (change: object) => void) {
        if (event === 'change') listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs: { account: Account; message: Uint8Array }[]) {
        note('bitcoin:signMessage', inputs)
        return inputs.map(({ account, message }) => ({
          ...{ signedMessage: message, signature: signer.message(account.address, message) },
        }))
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      async signTransaction(...inputs: Signing[]) {
        note('bitcoin:signTransaction', inputs)
        return inputs.map(({ psbt, inputsToSign }) => {
          const of = inputsToSign.map(({ account }) => account.address)
          return { signedPsbt: signer.psbt(psbt, of) }
        })
      },
    },
  }
  return {
    ...{ version: '1.0.0', name, chains, features },
    get accounts() {
      return accounts
    },
  }
}

/**
 * A Bitcoin wallet for tests with real keys, spoken to in the two ways that there are: sats-connect's RPC and the Wallet Standard. It
 * approves by itself what it is asked; transfers it answers, and makes none.
 *
 * @example
 * const { provider } = await createMockBitcoinWallet()
 * Object.assign(window, { borealis: provider, btc_providers: [{ id: 'borealis', name: 'Borealis' }] })
 */
export async function createMockBitcoinWallet(
  options: MockBitcoinWalletOptions = {},
): Promise<MockBitcoinWallet> {
  const { name = 'Mock Bitcoin', chain = 'regtest', seed = Array(32).fill(7) } = options
  // Whoever makes no wallet loads no curve for it.
  const signer = (await import('./mockBitcoinSigner.ts')).mockBitcoinSigner(seed, chain)
  const calls: MockBitcoinCall[] = []
  const rejected = new Set<string>()
  const note: Note = (method, params) => {
    calls.push({ method, params })
    if (rejected.delete(method)) throw Object.assign(new Error('It was declined.'), { code: REJECTED })
  }
  return {
    ...{ name, addresses: signer.addresses },
    provider: satsConnectOf(signer, { isOpen: false }, note),
    standard: standardOf(name, `bitcoin:${chain}`, signer, note),
    calls: () => calls,
    rejectNext: (method) => void rejected.add(method),
  }
}
