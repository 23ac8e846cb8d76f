import type { Eip1193Provider } from '@latchkey/core'
import type { Hex, LocalAccount } from 'viem'

/** What a wallet may do other than the standards say. Each may be changed while it runs. */
export type MockWalletSwitches = {
  /** The extension is locked: `eth_accounts` is empty, connecting waits until it is unlocked, signing is 4100. */
  locked: boolean
  /** Milliseconds before each answer. */
  delay: number
  /** How addresses are written. */
  addresses: 'checksum' | 'lower'
  /** Each account is listed twice. */
  duplicateAccounts: boolean
  /** What `chainChanged` carries; EIP-1193 says a hexadecimal string. */
  chainChanged: 'hex' | 'number' | 'decimal'
  /**
   * How "unknown network" (4902) is told: as EIP-3326 says, nested in `data.originalError`, as -32603 with the reason
   * in the message, or as a text.
   */
  unknownChain: 'code' | 'nested' | 'internal' | 'text'
}

/** A JSON-RPC or EIP-1193 error as plain data. */
export type MockWalletError = { code: number | string; message?: string; data?: unknown }

export type MockWalletChain = { chainId: number; rpcUrl?: string }

export type MockInjectedWalletOptions = {
  name?: string
  /** Reversed domain name (EIP-6963). Default `dev.latchkey.mock`. */
  rdns?: string
  /** Default: a new one for each wallet, as for each page load. */
  uuid?: string
  /** A data URI. */
  icon?: string
  /** Default: the first development account. Their keys are public: never give one that holds funds. */
  privateKeys?: readonly Hex[]
  /** viem accounts that can sign, in place of `privateKeys`. */
  accounts?: readonly LocalAccount[]
  /** EIP-155 id of the network it is on. Default 31337. */
  chainId?: number
  /** Networks it knows besides `chainId`. */
  chains?: readonly (number | MockWalletChain)[]
  /** Where transactions and reads go. Without it they are refused with 4200. */
  rpcUrl?: string
  /** Puts it on `window.ethereum` too; `providers` joins the list `window.ethereum.providers` there. Default false. */
  legacy?: boolean | 'providers'
  /** Marks on the provider, such as `{ isMetaMask: true }`. */
  flags?: Readonly<Record<string, boolean>>
  /** Announces itself by EIP-6963: at once, later, or not (`announce()` does it then). Default true. */
  announce?: boolean | { afterMs: number }
  /** The site was given access before this page loaded. */
  connected?: boolean
  /** Keeps access and network in sessionStorage, as an extension does over reloads. */
  remember?: boolean
  /** Names of properties of the provider that throw when read. */
  throwingGetters?: readonly string[]
  switches?: Partial<MockWalletSwitches>
}

/** What can be given to a page as JSON. */
export type MockInjectedWalletPageOptions = Omit<MockInjectedWalletOptions, 'accounts'>

/** One request that the wallet was sent. */
export type MockWalletCall = {
  method: string
  params: unknown
  state: 'waiting' | 'answered' | 'refused'
  /** Code of the error when it was refused. */
  code?: number | string
}

/** What a test may do with a wallet while it runs. All of it takes and gives JSON. */
export type MockWalletControls = {
  /** The next request of that method is refused with 4001, as by a person. */
  rejectNext(method: string): void
  /** Requests of that method get no answer, as of a silent extension, until `release` or `clear`. */
  hang(method: string): void
  /** Requests that hang go on as if the person had agreed only now. */
  release(method: string): void
  /** Requests of that method are refused with -32002: a window is open already. */
  pending(method: string): void
  /** Requests of that method are refused with this error. */
  failWith(method: string, error: MockWalletError): void
  /** Requests of that method are answered with this, whatever it is. */
  answerWith(method: string, answer: unknown): void
  /** Ends the failures of one method, or of all. */
  clear(method?: string): void
  /** Changes switches. Locking and unlocking tell the site, as extensions do. */
  set(switches: Partial<MockWalletSwitches>): void
  /** The person chooses another account in the wallet. */
  selectAccount(address: string): void
  /** The person chooses another network in the wallet. */
  selectChain(chainId: number): void
  /** The person takes the site's access away in the wallet. */
  revoke(): void
  /** Sends any event with any payload to the site. */
  emit(event: string, payload: unknown): void
  /** Announces it by EIP-6963, once more if need be. */
  announce(): void
  /** Every request so far, oldest first. */
  readCalls(): MockWalletCall[]
}

export type MockInjectedWallet = MockWalletControls & {
  provider: Eip1193Provider
  /** EIP-6963 */
  info: { uuid: string; name: string; icon: string; rdns: string }
  calls: readonly MockWalletCall[]
  /** Takes it off the page: `window.ethereum` is what it was, and nothing is announced any more. */
  remove(): void
}
