import {
  type Account,
  type CaipNetworkId,
  type ChainNamespace,
  type ConnectResult,
  isAccountAddress,
  isCaipNetworkId,
  NAMESPACES,
  type Network,
  parseCaipNetworkId,
} from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import {
  ContractSignatureError,
  PairingExpiredError,
  RejectedByUserError,
  RequestExpiredError,
  SessionEndedError,
} from '../answer/errors.ts'
import { isIcon, plainName } from '../injected/InjectedWallet.ts'
import { toProviderRpcError, USER_REJECTED } from '../injected/walletAnswers.ts'
import { CONTRACT_SIGNATURE } from './createClient.ts'
import type { PeerRedirect } from './WalletConnectOptions.ts'

/** Codes of the WalletConnect specification for "rejected" (5000–5003) and EIP-1193's own. */
const REJECTED: ReadonlySet<unknown> = new Set([5000, 5001, 5002, 5003, USER_REJECTED])
/** WalletConnect's codes for what a wallet does not have → EIP-1193. */
const UNSUPPORTED: ReadonlyMap<unknown, number> = new Map([
  [5100, 4901],
  [5101, 4200],
  [10001, 4200],
])
/** The client's own answer to what waits when a wallet ends its session. */
const USER_DISCONNECTED = 6000
const EXPIRED = /expired/i

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
const textOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

/** What became of a pairing that was not approved. Some clients give the reason as a text alone. */
export function toPairingError(error: unknown): Error {
  if (error instanceof BaseError) return error
  if (textOf(error) === CONTRACT_SIGNATURE) return new ContractSignatureError({ cause: error })
  if (REJECTED.has(codeOf(error)) || /reject|declin|denied|cancel/i.test(textOf(error)))
    return new RejectedByUserError({ cause: error, data: { rpcCode: USER_REJECTED } })
  if (EXPIRED.test(textOf(error))) return new PairingExpiredError({ cause: error })
  return toProviderRpcError(error)
}

/** What a wallet answered to a request, with the codes of EIP-1193; its own data are kept. */
export function toRequestError(error: unknown): Error {
  if (error instanceof BaseError) return error
  const code = codeOf(error)
  if (code === USER_DISCONNECTED) return new SessionEndedError({ cause: error })
  if (code === undefined && EXPIRED.test(textOf(error))) return new RequestExpiredError({ cause: error })
  const standard = REJECTED.has(code) ? USER_REJECTED : UNSUPPORTED.get(code)
  if (standard === undefined) return toProviderRpcError(error)
  return Object.assign(new Error(textOf(error).slice(0, 500) || 'Rejected', { cause: error }), {
    code: standard,
  })
}

/** What of a session is read: all of it comes from the wallet. */
export type SessionLike = {
  topic: string
  namespaces: Record<string, { accounts: string[]; methods: string[]; events: string[] }>
  peer: { metadata: unknown }
}
/** The network of each namespace that the page is on. */
export type ActiveNetworks = Partial<Record<ChainNamespace, CaipNetworkId>>

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/
const MOST_ACCOUNTS = 2_000
const MAX_LINK = 512

type Approved = { namespace: ChainNamespace; caipNetworkId: CaipNetworkId; address: string }

/** The accounts of a session, those that have their form. */
function approvedAccounts({ namespaces }: SessionLike): Approved[] {
  const texts = Object.values(namespaces).flatMap(({ accounts }) => (Array.isArray(accounts) ? accounts : []))
  return texts.slice(0, MOST_ACCOUNTS).flatMap((text: unknown) => {
    // CAIP-10
    const at = typeof text === 'string' ? text.lastIndexOf(':') : -1
    const [caipNetworkId, address] =
      at < 0 ? ['', ''] : [String(text).slice(0, at), String(text).slice(at + 1)]
    if (!isCaipNetworkId(caipNetworkId) || !isAccountAddress(address)) return []
    const { namespace } = parseCaipNetworkId(caipNetworkId)
    if (namespace === 'eip155' && !EVM_ADDRESS.test(address)) return []
    return [
      { namespace: namespace as ChainNamespace, caipNetworkId: caipNetworkId as CaipNetworkId, address },
    ]
  })
}

/** The networks of one namespace on which the wallet has shared an account. */
export function approvedNetworks(session: SessionLike, namespace: ChainNamespace): CaipNetworkId[] {
  const accounts = approvedAccounts(session).filter((account) => account.namespace === namespace)
  return [...new Set(accounts.map(({ caipNetworkId }) => caipNetworkId))]
}

/** Whether the wallet allowed a method on a network. */
export function isApproved(session: SessionLike, caipNetworkId: string, method: string): boolean {
  const [namespace = ''] = caipNetworkId.split(':')
  return [namespace, caipNetworkId].some((key) => {
    const methods: unknown = Object.hasOwn(session.namespaces, key) && session.namespaces[key]?.methods
    return Array.isArray(methods) && methods.includes(method)
  })
}

/**
 * The network of each namespace with accounts: the one that was asked for, else the first that the page lists, else
 * what the wallet has.
 */
export function chooseNetworks(
  session: SessionLike,
  networks: readonly Network[],
  preferred: readonly (CaipNetworkId | undefined)[],
): ActiveNetworks {
  const wanted = [...preferred, ...networks.map(({ caipNetworkId }) => caipNetworkId)]
  return Object.fromEntries(
    NAMESPACES.flatMap((namespace) => {
      const approved = approvedNetworks(session, namespace)
      const chosen = wanted.find((id) => id !== undefined && approved.includes(id)) ?? approved[0]
      return chosen ? [[namespace, chosen]] : []
    }),
  )
}

/** The accounts that can be used on the active networks, each once. */
export function accountsOn(session: SessionLike, active: ActiveNetworks): Account[] {
  const approved = approvedAccounts(session)
  return NAMESPACES.flatMap((namespace) => {
    const here = approved.filter(({ caipNetworkId }) => caipNetworkId === active[namespace])
    const byAddress = new Map(here.map(({ address }) => [keyOf(namespace, address), address]))
    const type = namespace === 'bip122' ? ('payment' as const) : ('eoa' as const)
    return [...byAddress.values()].map((address) => ({ namespace, address, type }))
  })
}

/** Only addresses of EVM mean the same in either case. */
export const keyOf = (namespace: ChainNamespace, address: string): string =>
  namespace === 'eip155' ? address.toLowerCase() : address

/** The namespaces of a session, in one of them the accounts first that are named, in that order. @param keys see `keyOf` */
export function withFirst<Space extends { accounts: string[] }>(
  namespaces: Readonly<Record<string, Space>>,
  namespace: ChainNamespace,
  keys: readonly string[],
): Record<string, Space> {
  const placeOf = (account: unknown) => {
    const place = keys.indexOf(keyOf(namespace, String(account).split(':').at(-1) ?? ''))
    return place < 0 ? keys.length : place
  }
  return Object.fromEntries(
    Object.entries(namespaces).map(([name, space]) => {
      const isMeant = name.split(':')[0] === namespace && Array.isArray(space.accounts)
      const accounts = isMeant
        ? [...space.accounts].sort((one, other) => placeOf(one) - placeOf(other))
        : space.accounts
      return [name, { ...space, accounts }]
    }),
  )
}

/** A session in the words of the host; undefined when the wallet has shared nothing that can be used. */
export function toConnectResult(
  session: SessionLike,
  active: ActiveNetworks,
  preferred: CaipNetworkId | undefined,
): ConnectResult | undefined {
  const main = preferred?.split(':')[0] as ChainNamespace | undefined
  const caipNetworkId = (main && active[main]) ?? NAMESPACES.map((name) => active[name]).find(Boolean)
  if (!caipNetworkId) return undefined
  const wallet = walletOf(session)
  return {
    accounts: accountsOn(session, active),
    caipNetworkId,
    networkOf: active,
    ...(wallet ? { wallet } : {}),
  }
}

const metadataOf = ({ peer }: SessionLike): Record<string, unknown> =>
  typeof peer?.metadata === 'object' && peer.metadata !== null
    ? (peer.metadata as Record<string, unknown>)
    : {}

/** An address of an icon would tell the wallet's maker who visits which page: only a picture that came along is shown. */
function walletOf(session: SessionLike): ConnectResult['wallet'] {
  const { name, icons } = metadataOf(session)
  const label = plainName(name)
  const icon = Array.isArray(icons) ? icons.find(isIcon) : undefined
  return label ? { name: label, ...(icon ? { icon } : {}) } : undefined
}

/** Ways to bring the wallet to the front, as it says itself. */
export function peerRedirectOf(session: SessionLike): PeerRedirect | undefined {
  const { redirect } = metadataOf(session)
  if (typeof redirect !== 'object' || redirect === null) return undefined
  const { native, universal } = redirect as Record<string, unknown>
  const isLink = (link: unknown): link is string =>
    typeof link === 'string' && link.length > 0 && link.length <= MAX_LINK
  if (!isLink(native) && !isLink(universal)) return undefined
  return { ...(isLink(native) ? { native } : {}), ...(isLink(universal) ? { universal } : {}) }
}
