import { accountOf, type Config, networkIdOf, type RequestArguments } from '@latchkey/core/connector'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { isRecord } from '@latchkey/std/isRecord'
import { callListener } from '@latchkey/std/reportError'
import { ChainNotSupportedError, InvalidWalletAnswerError, NoAccountError } from '../answer/errors.ts'
import { OWN_FEATURE } from '../standard/readStandardWallet.ts'
import { SOLANA as NAMESPACE, solanaNetworks, standardChainOf } from './standardChains.ts'

const VERSION = '1.0.0'
/** The largest transaction, in base58. */
const LONGEST = 6_000

/** What the wallet needs of the page's Latchkey. */
export type OwnWalletActions = {
  /** A `data:` URI. */
  icon: string
  request(args: RequestArguments): Promise<unknown>
  /** Opens the modal unless somebody is connected. */
  connect(): Promise<unknown>
  disconnect(): Promise<unknown>
}

type Account = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}
type Input = {
  account?: unknown
  chain?: unknown
  transaction: Uint8Array
  message: Uint8Array
  options?: object
}
type Change = (change: { accounts: readonly Account[] }) => void

function textIn(answer: unknown, name: string): Uint8Array<ArrayBuffer> {
  const text = isRecord(answer) ? answer[name] : undefined
  const bytes = typeof text === 'string' ? decodeBase58(text, LONGEST) : undefined
  if (!bytes) throw new InvalidWalletAnswerError()
  return bytes
}

/** The accounts as the Wallet Standard wants them: the same object as long as the account is the same. */
function ownAccounts(config: Config, chains: () => string[], features: readonly string[]) {
  let kept: readonly Account[] = []
  return () => {
    const { address, status } = accountOf(config.accounts, NAMESPACE)
    const publicKey = address && status === 'connected' ? decodeBase58(address) : undefined
    if (!address || !publicKey) kept = []
    else if (kept[0]?.address !== address) kept = [{ address, publicKey, chains: chains(), features }]
    return kept
  }
}

function signing(config: Config, { request }: OwnWalletActions, accounts: () => readonly Account[]) {
  const check = ({ account, chain }: Input) => {
    const [own] = accounts()
    if (!own || (isRecord(account) && account.address !== own.address)) throw new NoAccountError()
    const active = networkIdOf(config, NAMESPACE)
    // Signed for another network than the one that the person sees, it would be another transaction.
    if (chain !== undefined && (!active || standardChainOf(active) !== chain))
      throw new ChainNotSupportedError()
    return own.address
  }
  const transactionOf = ({ transaction }: Input) => encodeBase58(Uint8Array.from(transaction))
  const signOne = async (input: Input) => {
    check(input)
    const params = { transaction: transactionOf(input) }
    return {
      signedTransaction: textIn(await request({ method: 'solana_signTransaction', params }), 'transaction'),
    }
  }
  return {
    async signMessage(...inputs: Input[]) {
      const outputs: object[] = []
      for (const input of inputs) {
        const params = { message: encodeBase58(Uint8Array.from(input.message)), pubkey: check(input) }
        const answer = await request({ method: 'solana_signMessage', params })
        outputs.push({ signedMessage: input.message, signature: textIn(answer, 'signature') })
      }
      return outputs
    },
    async signTransaction(...inputs: Input[]) {
      const [first] = inputs
      if (inputs.length === 1 && first) return [await signOne(first)]
      for (const input of inputs) check(input)
      const params = { transactions: inputs.map(transactionOf) }
      const answer = await request({ method: 'solana_signAllTransactions', params })
      const list = isRecord(answer) && Array.isArray(answer.transactions) ? answer.transactions : []
      if (list.length !== inputs.length) throw new InvalidWalletAnswerError()
      return list.map((text: unknown) => ({ signedTransaction: textIn({ text }, 'text') }))
    },
    async signAndSendTransaction(...inputs: Input[]) {
      const outputs: object[] = []
      for (const input of inputs) {
        check(input)
        const params = { transaction: transactionOf(input), options: { ...input.options } }
        const answer = await request({ method: 'solana_signAndSendTransaction', params })
        outputs.push({ signature: textIn(answer, 'signature') })
      }
      return outputs
    },
  }
}

/** Tells listeners of accounts that came or went; returns how to stop. */
function tellChanges(config: Config, accounts: () => readonly Account[], listeners: ReadonlySet<Change>) {
  let before = accounts()
  return config.accounts.subscribe(() => {
    const now = accounts()
    if (now === before || (now.length === 0 && before.length === 0)) return
    before = now
    for (const listener of [...listeners]) callListener(listener, { accounts: now })
  })
}

/**
 * Registers the page's Latchkey as a wallet of the Wallet Standard, as its provider is announced by EIP-6963: a page on a
 * library for Solana finds it there. Asking it to connect opens the modal.
 *
 * @returns how to take it off the page's lists again, and stop telling of changes
 */
export function registerOwnWallet(config: Config, actions: OwnWalletActions): () => void {
  const chainsNow = () => [
    ...new Set(
      solanaNetworks(config.networks.getState().networks).map((one) => standardChainOf(one.caipNetworkId)),
    ),
  ]
  const names = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']
  const accounts = ownAccounts(config, chainsNow, names)
  const listeners = new Set<Change>()
  const { signMessage, signTransaction, signAndSendTransaction } = signing(config, actions, accounts)
  const supportedTransactionVersions = ['legacy', 0]
  const wallet = {
    version: VERSION,
    name: 'Latchkey',
    icon: actions.icon,
    get chains() {
      return chainsNow()
    },
    get accounts() {
      return accounts()
    },
    features: {
      [OWN_FEATURE]: { version: VERSION },
      'standard:connect': {
        version: VERSION,
        async connect({ silent = false }: { silent?: boolean } = {}) {
          // A library that comes back asks once, as soon as the page is there.
          if (silent && accountOf(config.accounts, NAMESPACE).status === 'connecting')
            await config.runtime.ready
          if (!silent && accounts().length === 0) await actions.connect()
          if (!silent && accounts().length === 0) throw new NoAccountError()
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': { version: VERSION, disconnect: async () => void (await actions.disconnect()) },
      'standard:events': {
        version: VERSION,
        on(event: string, listener: Change) {
          if (event === 'change') listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signMessage': { version: VERSION, signMessage },
      'solana:signTransaction': { version: VERSION, supportedTransactionVersions, signTransaction },
      'solana:signAndSendTransaction': {
        version: VERSION,
        supportedTransactionVersions,
        signAndSendTransaction,
      },
    },
  }
  // Each library of the page has a list of its own, and answers how to leave it.
  type Api = { register(wallet: object): unknown }
  const leaves = new Set<() => void>()
  const register = (api: Api) => {
    const leave = api.register(wallet)
    if (typeof leave === 'function') leaves.add(() => leave())
  }
  const onReady = (event: Event) => register((event as CustomEvent<Api>).detail)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  window.addEventListener('wallet-standard:app-ready', onReady)
  const stop = tellChanges(config, accounts, listeners)
  return () => {
    stop()
    window.removeEventListener('wallet-standard:app-ready', onReady)
    for (const leave of leaves) callListener(leave, undefined)
  }
}
