import type { Account, CaipNetworkId, Network, ProviderRpcError } from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { parseUrl } from '@latchkey/std/parseUrl'
import {
  AlreadyPendingError,
  ChainNotSupportedError,
  InvalidWalletAnswerError,
  RejectedByUserError,
  SwitchNotConfirmedError,
  WalletFailedError,
} from '../answer/errors.ts'

export const USER_REJECTED = 4001
const ALREADY_PENDING = -32002
const UNKNOWN_CHAIN = 4902
const INTERNAL = -32603
/** What some wallets call a chain id that they cannot use (spec 8). */
const INVALID_CHAIN_ID = 32603
/** What wallets answer to a method that they do not have (EIP-1193, JSON-RPC 2.0, EIP-1474). */
const UNSUPPORTED_METHOD: ReadonlySet<number> = new Set([4200, -32601, -32004])
/** Words of wallets that hide "unknown chain" in an internal error. */
const UNKNOWN_CHAIN_WORDS =
  /unrecogni[sz]ed chain|unknown chain|wallet_addEthereumChain|chain[^.]{0,40}not (?:been )?(?:added|configured|found|recogni[sz]ed)/i
const MAX_TEXT = 500

const member = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

/** An error code as an integer; some wallets write it as a text. */
const toCode = (code: unknown): number | undefined => {
  if (typeof code === 'string' && /^-?\d{1,6}$/.test(code)) return Number(code)
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof BaseError ? toCode(error.data?.rpcCode) : toCode(member(error, 'code'))
const textOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : member(error, 'message')
  return typeof message === 'string' ? message.slice(0, MAX_TEXT) : ''
}

/** Whether a wallet says that it does not have the method. */
export function isUnsupportedMethod(error: unknown): boolean {
  return UNSUPPORTED_METHOD.has(codeOf(error) ?? 0)
}

/** Whether a wallet says that it does not know the network (EIP-3326, 4902), wherever it hides that. */
function isUnknownChain(error: unknown): boolean {
  const data = member(error, 'data')
  const codes = [
    codeOf(error),
    codeOf(data),
    codeOf(member(data, 'originalError')),
    codeOf(member(error, 'cause')),
  ]
  if (codes.includes(UNKNOWN_CHAIN) || codes.includes(INVALID_CHAIN_ID)) return true
  const hides = codes[0] === undefined || codes[0] === INTERNAL
  return hides && UNKNOWN_CHAIN_WORDS.test(`${textOf(error)} ${textOf(data)}`)
}

/**
 * What a wallet threw, as an error of ours: a person's refusal (4001), a window that is open already (-32002), or
 * anything else. `data.rpcCode` has the wallet's own code.
 */
export function toWalletError(error: unknown): BaseError {
  if (error instanceof BaseError) return error
  const code = codeOf(error) ?? (member(error, 'code') === 'ACTION_REJECTED' ? USER_REJECTED : undefined)
  if (code === USER_REJECTED) return new RejectedByUserError({ cause: error, data: { rpcCode: code } })
  if (code === ALREADY_PENDING) return new AlreadyPendingError({ cause: error, data: { rpcCode: code } })
  const text = textOf(error)
  return new WalletFailedError({
    cause: error,
    ...(text ? { details: text } : {}),
    data: { rpcCode: code ?? INTERNAL },
  })
}

/** What a wallet threw, as EIP-1193 wants it: a real Error with an integer code; the wallet's own code, text and data are kept. */
export function toProviderRpcError(error: unknown): Error {
  if (error instanceof BaseError) return error
  const code = codeOf(error)
  if (error instanceof Error && code !== undefined && code === member(error, 'code')) return error
  const data = member(error, 'data')
  return Object.assign(new Error(textOf(error) || 'Something went wrong', { cause: error }), {
    code: code ?? INTERNAL,
    ...(data === undefined ? {} : { data }),
  }) as ProviderRpcError
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const CHAIN_ID = /^(?:0x[0-9a-fA-F]{1,13}|[0-9]{1,16})$/
const MOST_ACCOUNTS = 1_000

/**
 * The accounts of an answer of `eth_accounts` and its like, each once. Addresses are compared in lower case and kept as
 * the wallet writes them.
 *
 * @throws InvalidWalletAnswerError when it is no list of addresses
 */
export function readAccounts(answer: unknown): Account[] {
  if (!Array.isArray(answer) || answer.length > MOST_ACCOUNTS) throw new InvalidWalletAnswerError()
  const byAddress = new Map<string, Account>()
  for (const address of answer) {
    if (typeof address !== 'string' || !ADDRESS.test(address)) throw new InvalidWalletAnswerError()
    const key = address.toLowerCase()
    if (!byAddress.has(key)) byAddress.set(key, { namespace: 'eip155', address, type: 'eoa' })
  }
  return [...byAddress.values()]
}

/**
 * The network that a wallet names: hexadecimal as EIP-695 says, or decimal or a number, as some do.
 *
 * @throws InvalidWalletAnswerError when it is no positive integer
 */
export function readNetworkId(answer: unknown): CaipNetworkId {
  const id =
    typeof answer === 'string' && CHAIN_ID.test(answer)
      ? Number(answer)
      : typeof answer === 'number'
        ? answer
        : Number.NaN
  // Spec 5: a chain id is positive.
  if (!Number.isSafeInteger(id) || id <= 0) throw new InvalidWalletAnswerError()
  return `eip155:${id}`
}

type SwitchTools = {
  /** Asks the wallet, without a limit: a person answers. */
  ask(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Asks what needs no person. */
  read(method: string): Promise<unknown>
  /** Settles at the wallet's next `chainChanged`, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
}

/** How long a wallet may take to be where it says it is: so many looks, with so many ms between them at most. */
const LOOKS = 5
const LOOK_EVERY = 1_000
const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * EIP-3326; a wallet that does not know the network (4902) is told of it by EIP-3085 and asked again. It has switched
 * when it says so itself.
 *
 * @throws ChainNotSupportedError, SwitchNotConfirmedError, or the wallet's refusal
 */
export async function switchChain(tools: SwitchTools, network: Network): Promise<void> {
  const id = Number(network.id)
  if (network.chainNamespace !== 'eip155' || !Number.isSafeInteger(id) || id <= 0) throw notSupported()
  const chainId = `0x${id.toString(16)}`
  const ask = () => tools.ask('wallet_switchEthereumChain', [{ chainId }])
  try {
    await ask()
  } catch (error) {
    if (!isUnknownChain(error)) throw toWalletError(error)
    await addChain(tools, network, chainId)
    // Some wallets have switched by adding, others wait to be asked.
    if (!(await isOn(tools, network)))
      await ask().catch((again: unknown) => {
        throw isUnknownChain(again) ? notSupported(again) : toWalletError(again)
      })
  }
  await confirm(tools, network)
}

async function addChain(tools: SwitchTools, network: Network, chainId: string): Promise<void> {
  const rpcUrls = [...(network.rpcUrls.chainDefault?.http ?? []), ...network.rpcUrls.default.http].filter(
    isSafeUrl,
  )
  // EIP-3085: without an address for the chain there is nothing to add.
  if (rpcUrls.length === 0) throw notSupported()
  const { nativeCurrency, name, blockExplorers, assets } = network
  const explorer = blockExplorers?.default.url
  const icon = assets?.imageUrl
  const parameter = {
    chainId,
    chainName: name,
    nativeCurrency,
    rpcUrls: [...new Set(rpcUrls)],
    ...(explorer && isSafeUrl(explorer) ? { blockExplorerUrls: [explorer] } : {}),
    ...(icon && isSafeUrl(icon) ? { iconUrls: [icon] } : {}),
  }
  try {
    await tools.ask('wallet_addEthereumChain', [parameter])
  } catch (error) {
    const failure = toWalletError(error)
    const { rpcCode } = failure.data ?? {}
    if (rpcCode === USER_REJECTED || rpcCode === ALREADY_PENDING) throw failure
    // An abort is of ours and has no code of the wallet.
    throw rpcCode === undefined ? failure : notSupported(error)
  }
}

/** Whether a wallet may be sent to an address: encrypted, or on this machine. */
function isSafeUrl(url: string): boolean {
  const { protocol, hostname = '' } = parseUrl(url) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

async function isOn({ read }: SwitchTools, { caipNetworkId }: Network): Promise<boolean> {
  return readNetworkId(await read('eth_chainId')) === caipNetworkId
}

/** The answer null may come before the wallet has switched, the event before the answer, or never. */
async function confirm(tools: SwitchTools, network: Network): Promise<void> {
  const done = new AbortController()
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const changed = tools.nextChange(LOOK_EVERY, done.signal)
      if (await isOn(tools, network)) return
      await changed
    }
    if (!(await isOn(tools, network))) throw new SwitchNotConfirmedError()
  } finally {
    done.abort()
  }
}

const notSupported = (cause?: unknown) =>
  new ChainNotSupportedError({ data: { rpcCode: 4902 }, ...(cause === undefined ? {} : { cause }) })
