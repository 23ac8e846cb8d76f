import type { Client } from '@latchkey/bridge'
import type { Account, AccountType, ChainInfo, FrameDocumentConfig } from '@latchkey/protocol'
import { UnknownChainError } from '@latchkey/protocol/frame'
import type { Challenge, KeysContract, KeysState } from '@latchkey/protocol/keys'
import type { ComponentType, ReactElement } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type {
  Approval,
  ApprovalScreenContent,
  ApprovalScreenProps,
  Detour,
  FollowSent,
} from '../approvals/ApprovalView.ts'
import type { Locale } from '../locales/Locale.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import type { RecordPlace } from '../store/createRecord.ts'
import type { ChainRpc, Limit, RpcRequest } from './ChainRpc.ts'

/** What the frame shows and knows; screens and events follow from it. */
export type FrameState = {
  /** null until the keys app answered for the first time */
  keys: KeysState | null
  /** The active network, by CAIP-2. */
  caip2: string
  screen: ScreenState
  locale: Locale
  /** The picture that the person chose, drawn for the trust strip. */
  mark?: ReactElement | undefined
  /** What the host says it is called: never an identity, and shown as a quotation. */
  appName: string | null
  /** The host itself asked to sign out, so the end of the session is no news to it. */
  signingOut: boolean
  /** What the host or the person chose; where a network has no smart accounts it is the plain one all the same. */
  preferredAccountType: 'eoa' | 'smartAccount'
}

/** One frame, for one host whose origin the handshake proved. Everything else takes this as its first argument. */
export type Frame = SigningContext & {
  store: StoreApi<FrameState>
  /** Runs what the host reads of the network, so much at once and no more; the wallet's own calls do not wait in it. */
  limitReads: Limit
  /** Has the session checked, now and then. */
  syncSession: SessionSync
  /** The namespaces of networks that it signs for. */
  chains: readonly FrameChain[]
  /** Loads what draws the screens: a frame that shows nothing does without. Rejects with ServiceUnreachableError. */
  draw: () => Promise<void>
  /** Loads the part that decodes and shows approvals, and what draws them. */
  approvals: () => Promise<Approvals>
  /** Asks the host to open the wallet's own window for a request, in the click that it may still have. */
  askForWindow: (nonce: string) => void
  /** The receipt on the screen tells how something ended. */
  onReceiptTold: () => void
  /** Results of social logins that their windows bring, by flow. */
  doors: Map<string, Promise<string>>
  /** Starts the document anew. */
  reload: () => void
}

/** The description of the network that is active in a state. */
export const chainOf = ({ chains }: FrameDocumentConfig, { caip2 }: Pick<FrameState, 'caip2'>): ChainInfo =>
  chains.find((chain) => chain.caip2 === caip2) ?? (chains[0] as ChainInfo)

/** The active network's description. */
export const activeChain = ({ config, store }: Frame): ChainInfo => chainOf(config, store.getState())

/** Puts unsafe requests before the person, one at a time. */
export type Approvals = {
  /**
   * Resolves with the method's result once the person approved, or rejects with a typed error. An abort takes the
   * request away until it is approved; after that the result is returned, since it exists.
   */
  request(request: RpcRequest, signal: AbortSignal): Promise<unknown>
  /** The same for what is no request of JSON-RPC. */
  ask(approval: Approval, signal: AbortSignal): Promise<unknown>
  /**
   * Puts to the person what they asked for: to speed up or to stop the account's first transaction that waits. Resolves
   * once they are done with it.
   */
  replace(chain: ChainInfo, account: string, way: Detour, signal: AbortSignal): Promise<void>
}

/** What requests are read, prepared and signed with, wherever they are shown. */
type SigningContext = RecordPlace & {
  config: FrameDocumentConfig
  /** Who asks: the host of a frame, as the handshake proved it, or the wallet's own page. */
  origin: string
  keys: KeysConnection
  chain: ChainRpc
  now: () => number
  /** Smart accounts known to have code, as `chainId/address`: they never lose it. See chains/evm/accounts/isDeployed. */
  deployedAccounts: Set<string>
}

/** The same, with the kind of account that a request means which names none. */
export type ChainContext = SigningContext & {
  store: { getState(): { preferredAccountType: 'eoa' | 'smartAccount' } }
}

/** The way to the keys app. A connection that ended is opened anew by the next call. */
export type KeysConnection = {
  /** Waits for the keys app. Rejects with KeysUnavailableError. */
  client(): Promise<Client<KeysContract>>
  /** The state as keys tells it now. */
  state(): Promise<KeysState>
}

/**
 * Has keys check the session with the service, unless that was done less than `maxAge` ms ago. Nobody waits for it: if the
 * session has ended, keys says so.
 */
export type SessionSync = (maxAge: number) => void

/** Draws a screen with what runs behind it. */
export type DrawScreen = (props: ScreenProps) => ReactElement

/** The device screen outlives one call of the host: it is asked for again and again. */
export type DeviceWait = {
  flow: DeviceFlow
  /** Fires when the person asks for another address. */
  left: AbortSignal
  /** How many times the host has asked. */
  calls: number
}

/** What the frame shows. All but the code's component come from parts that are loaded on demand. */
export type ScreenState =
  | { name: 'none' }
  | { name: 'code'; flow: CodeFlow }
  | { name: 'device'; draw: DrawScreen; wait: DeviceWait }
  | { name: 'farcaster' | 'recovery'; draw: DrawScreen }
  | { name: 'approval'; Screen: ComponentType<ApprovalScreenProps>; content: ApprovalScreenContent }
  /** The state of calls, which the host lays out as an approval. */
  | { name: 'approval'; draw: DrawScreen }

/** What stands in the way of the code, if anything. */
export type CodeProblem =
  | { kind: 'wrong'; left: number | null }
  /** Too much was asked for; `until`: ms since the epoch. */
  | { kind: 'throttled'; until: number }
  | { kind: 'offline' }
  | { kind: 'locked' | 'expired' | 'gone' | 'unreachable' | 'discarded' | 'tooMany' | 'mail' | 'failed' }

export type CodeState = {
  challenge: Challenge
  code: string
  phase: 'entry' | 'checking' | 'resending' | 'accepted'
  problem: CodeProblem | null
  /** A new code went out since the screen appeared. */
  resent: boolean
}

/** What the code is for: signing in, or one of the two steps of an e-mail change. */
export type CodePurpose = 'signIn' | 'primary' | 'secondary'

/** One run of the code screen: from its appearance until the code was taken. */
export type CodeFlow = {
  purpose: CodePurpose
  store: StoreApi<CodeState>
  type(code: string): void
  /** Checks the code that is typed. */
  submit(): Promise<void>
  resend(): Promise<void>
  changeEmail(): void
  /** ms since the epoch */
  now(): number
}

export type Device = NonNullable<KeysState['device']>
export type DeviceProblem = 'unreachable' | 'mail' | 'tooMany' | 'notSent'
export type DeviceState = {
  device: Device
  phase: 'waiting' | 'approved' | 'refused' | 'expired'
  problem: DeviceProblem | null
  resending: boolean
  /** A new link went out since the screen appeared. */
  resent: boolean
  /** ms since the epoch */
  resendAt: number
}

/** One run of the device screen: from its appearance until the mailbox has answered. */
export type DeviceFlow = {
  store: StoreApi<DeviceState>
  resend(): Promise<void>
  changeEmail(): void
  now(): number
}

/** The account that acts on a network, with all that the host is told of. */
export type DescribedAccounts = {
  address: string
  preferred: AccountType
  accounts: readonly Account[]
  isDeployed: boolean
}

/** The accounts of whoever is signed in, on the networks of one namespace. */
export type ChainAccounts = {
  /** Loads what accounts need, before anybody asks. */
  warmUp(frame: Frame): Promise<unknown>
  /** The namespace's accounts of keys as a site is told them, the preferred one first. */
  visibleAccounts(frame: Frame, accounts: readonly Account[], state: FrameState): Promise<readonly Account[]>
  /** Throws NotConnectedError when nobody is signed in. */
  describeAccounts(frame: Frame, chain: ChainInfo): Promise<DescribedAccounts>
  /** Throws NotAvailableError on a network without smart accounts; NotConnectedError. */
  smartAccountOf(frame: Frame): Promise<{ address: string; isDeployed: boolean }>
  /** Throws NotAvailableError for a kind that is not there; NotConnectedError. */
  chooseAccount(frame: Frame, type: AccountType): Promise<{ type: AccountType; address: string }>
}

/** What is put before the person, on the networks of one namespace. */
export type ChainApprovals = {
  /** Answers what needs nobody's approval; undefined: the person has to be asked. */
  answerAtOnce(
    frame: Frame,
    request: RpcRequest,
    signal: AbortSignal,
  ): Promise<{ result: unknown } | undefined>
  /** Parses a request into what the person sees and what is signed. Whatever must be refused throws here. */
  openApproval(frame: Frame, request: RpcRequest): Promise<Approval>
  /** The person's own request to speed up or to stop what waits first; undefined when there is nothing to do. */
  replacementOf(frame: Frame, chain: ChainInfo, account: string, way: Detour): Approval | undefined
  /** How what a request has sent is followed, once it is approved. */
  followSent(frame: Frame, request: RpcRequest): FollowSent
  /** Loads what requests will need, before anybody asks. */
  warmUp(frame: Frame): void
  /** Loads what signatures are checked with; no request is opened before. Throws ServiceUnreachableError. */
  ready?(): Promise<unknown>
}

/** What the frame does for the networks of one CAIP-2 namespace. Each part is loaded when it is first asked for. */
export type FrameChain = {
  namespace: string
  /** Answers a read within the frame, such as the network's own id; undefined: the network is asked. */
  answerRead(method: string, chain: ChainInfo): string | undefined
  /** Answers what reveals the account, to a connected site. */
  answerGranted(frame: Frame, request: RpcRequest, signal?: AbortSignal): Promise<unknown>
  accounts(): Promise<ChainAccounts>
  approvals(): Promise<ChainApprovals>
}

/** The frame's chains that have a network here, that of the active network first. */
export function servedChains(
  { chains, config }: Pick<Frame, 'chains' | 'config'>,
  active: string,
): FrameChain[] {
  const isOf = ({ namespace }: FrameChain, caip2: string) => caip2.startsWith(`${namespace}:`)
  const served = chains.filter((one) => config.chains.some(({ caip2 }) => isOf(one, caip2)))
  return served.toSorted((one, other) => Number(isOf(other, active)) - Number(isOf(one, active)))
}

/**
 * What the frame does for a network.
 *
 * @throws UnknownChainError for a network of a namespace that it does not sign for
 */
export function frameChainOf({ chains }: Pick<Frame, 'chains'>, { caip2 }: ChainInfo): FrameChain {
  const found = chains.find(({ namespace }) => caip2.startsWith(`${namespace}:`))
  if (!found) throw new UnknownChainError()
  return found
}
