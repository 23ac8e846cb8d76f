import { encodeBase58 } from '@latchkey/std/base58'
import { type Ed25519Key, ed25519Key } from './ed25519Key.ts'
import { type SolanaSignInInput, signInText } from './signInText.ts'
import { firstSignature, signWireTransaction } from './signWireTransaction.ts'

export type MockSolanaWalletOptions = {
  /** Default "Mock Solana". */
  name?: string
  /** Names of the Wallet Standard; default: a local network and devnet. */
  chains?: readonly string[]
  /** The node that the wallet sends by; without it the wallet only signs. */
  rpcUrl?: string
  /** 32 bytes of the private key; default: all are 7. Anybody has it. */
  seed?: readonly number[]
  /** Whether it has `solana:signIn`. Default true. */
  canSignIn?: boolean
}

export type MockSolanaCall = { feature: string; input: unknown }
export type MockSolanaWallet = {
  /** What is registered by the Wallet Standard. */
  wallet: object
  address: string
  calls(): readonly MockSolanaCall[]
  /** The next request of a feature is declined by its person. */
  rejectNext(feature: string): void
  /** Whether the page may connect without asking. */
  isConnected(): boolean
}

type Account = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}
type SendOptions = { preflightCommitment?: string; skipPreflight?: boolean; maxRetries?: number }
type Signing = { account: Account; transaction: Uint8Array; options?: SendOptions }

/** A picture of one colour. */
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzdjM2FlZCIvPjwvc3ZnPg=='
const REJECTED = 4001
const SEED_LENGTH = 32

async function send(rpcUrl: string, wire: Uint8Array, options: SendOptions): Promise<void> {
  const transaction = btoa(Array.from(wire, (byte) => String.fromCharCode(byte)).join(''))
  const params = [transaction, { ...options, encoding: 'base64' }]
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { error } = (await response.json()) as { error?: { message: string } }
  if (error) throw new Error(error.message)
}

/** The features of the wallet; `note` remembers each request, and throws where its person declines. */
function featuresOf(
  key: Ed25519Key,
  account: Account,
  options: MockSolanaWalletOptions,
  note: (feature: string, input: unknown) => void,
) {
  const sign = async ({ transaction }: Signing) => signWireTransaction(transaction, key)
  const { rpcUrl, canSignIn = true } = options
  const supportedTransactionVersions = ['legacy', 0]
  return {
    'solana:signMessage': {
      version: '1.1.0',
      async signMessage(...inputs: { message: Uint8Array }[]) {
        note('solana:signMessage', inputs)
        const one = async ({ message }: { message: Uint8Array }) => ({
          signedMessage: message,
          signature: await key.sign(Uint8Array.from(message)),
        })
        return Promise.all(inputs.map(one))
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      async signTransaction(...inputs: Signing[]) {
        note('solana:signTransaction', inputs)
        return Promise.all(inputs.map(async (input) => ({ signedTransaction: await sign(input) })))
      },
    },
    ...(rpcUrl && {
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        async signAndSendTransaction(...inputs: Signing[]) {
          note('solana:signAndSendTransaction', inputs)
          const outputs: { signature: Uint8Array }[] = []
          for (const input of inputs) {
            const wire = await sign(input)
            await send(rpcUrl, wire, input.options ?? {})
            outputs.push({ signature: firstSignature(wire) })
          }
          return outputs
        },
      },
    }),
    ...(canSignIn && {
      'solana:signIn': {
        version: '1.0.0',
        async signIn(input: SolanaSignInInput = {}) {
          note('solana:signIn', input)
          const text = signInText(
            { domain: globalThis.location?.host ?? 'localhost', ...input },
            account.address,
          )
          const signedMessage = new TextEncoder().encode(text)
          return [{ account, signedMessage, signature: await key.sign(signedMessage) }]
        },
      },
    }),
  }
}

/**
 * A Solana wallet of the Wallet Standard for tests, with a real key: it approves by itself what it is asked.
 *
 * @example
 * const { wallet } = await createMockSolanaWallet({ rpcUrl: solana.url })
 * registerSolanaWallet(wallet)
 */
export async function createMockSolanaWallet(
  options: MockSolanaWalletOptions = {},
): Promise<MockSolanaWallet> {
  const { name = 'Mock Solana', chains = ['solana:localnet', 'solana:devnet'] } = options
  const key = await ed25519Key(Uint8Array.from(options.seed ?? Array(SEED_LENGTH).fill(7)))
  const address = encodeBase58(key.publicKey)
  const calls: MockSolanaCall[] = []
  const rejected = new Set<string>()
  const listeners = new Set<(change: object) => void>()
  let accounts: readonly Account[] = []
  const note = (feature: string, input: unknown) => {
    calls.push({ feature, input })
    if (rejected.delete(feature))
      throw Object.assign(new Error('The request was declined.'), { code: REJECTED })
  }
  const account: Account = { address, publicKey: key.publicKey, chains, features: [] }
  const own = featuresOf(key, account, options, note)
  account.features = Object.keys(own)
  const set = (next: readonly Account[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  const wallet = {
    version: '1.0.0' as const,
    name,
    icon: ICON,
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false }: { silent?: boolean } = {}) {
          if (!silent) {
            note('standard:connect', undefined)
            if (accounts.length === 0) set([account])
          }
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          set([])
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (change: object) => void) {
          if (event === 'change') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...own,
    },
  }
  return {
    ...{ wallet, address },
    calls: () => calls,
    rejectNext: (feature) => void rejected.add(feature),
    isConnected: () => accounts.length > 0,
  }
}

/** Registers a wallet on the page as the Wallet Standard says: now, and with whoever asks later. */
export function registerSolanaWallet(wallet: object): void {
  type Api = { register(wallet: object): void }
  const register = (api: Api) => api.register(wallet)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<Api>).detail),
  )
}
