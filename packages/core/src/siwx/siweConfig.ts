import { callListener } from '@latchkey/std/reportError'
import { BothSiwxOptionsError } from '../errors/entryErrors.ts'
import type {
  CaipNetworkId,
  Siwx,
  SiwxMessage,
  SiwxMessageData,
  SiwxSession,
} from '../interfaces/Connector.ts'
import { SignInFailedError } from './errors.ts'

type SiweOptions = {
  /** Default true. */
  enabled?: boolean
  /** Default true. */
  required?: boolean
  /** Default true. */
  signOutOnDisconnect?: boolean
  /** Whether another account must sign in anew; default true. */
  signOutOnAccountChange?: boolean
  /** Whether another network must sign in anew; default true. */
  signOutOnNetworkChange?: boolean
}

type SiweMethods = {
  getNonce(address?: string): Promise<string>
  /** The text to sign (ERC-4361). */
  createMessage(fields: SiweFields): string
  verifyMessage(signed: { message: string; signature: string; cacao?: unknown }): Promise<boolean>
  getSession(): Promise<{ address: string; chainId: number } | null | undefined>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<SiweParams>
  /** Called once the back end has taken a signature. */
  onSignIn?(session?: { address: string; chainId: number }): void
  /** Called once the back end has ended the session. */
  onSignOut?(): void
}

/** What a page that signed in with Ethereum before has: functions over its own back end, EVM alone. */
export type SiweConfig = SiweOptions & SiweMethods

/** What `createSIWEConfig` of AppKit makes of them. Its functions are given the account as a DID (`did:pkh:eip155:1:0x…`). */
export type SiweClient = { options: SiweOptions; methods: SiweMethods }

export type SiweFields = {
  address: string
  chainId: number
  nonce: string
  domain: string
  uri: string
  version: '1'
  /** RFC 3339, as the next two. */
  iat: string
  exp?: string
  nbf?: string
  statement?: string
  requestId?: string
  resources?: string[]
}

/** What the page says of each message; whatever else it names reaches `createMessage` as well. */
type SiweParams = Partial<Omit<SiweFields, 'address' | 'chainId' | 'nonce' | 'version'>>

const isEvm = (chainId: CaipNetworkId): boolean => chainId.startsWith('eip155:')
const referenceOf = (chainId: CaipNetworkId): number => Number(chainId.split(':')[1])
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Without what is undefined. */
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

type Page = () => { host: string; origin: string }

const messageMaker =
  (methods: SiweMethods, page: Page, nameOf: (chainId: CaipNetworkId, address: string) => string) =>
  async ({ accountAddress, chainId }: Parameters<Siwx['createMessage']>[0]): Promise<SiwxMessage> => {
    const nonce = await methods.getNonce(accountAddress || undefined)
    const params: SiweParams = (await methods.getMessageParams?.()) ?? {}
    const { host, origin } = page()
    const { domain = host, uri = origin, iat = new Date().toISOString() } = params
    const { exp: expirationTime, nbf: notBefore, statement, requestId, resources } = params
    const shared = { nonce, domain, uri, version: '1' } as const
    const optional = present({ expirationTime, notBefore, statement, requestId, resources })
    const data: SiwxMessageData = { ...shared, chainId, accountAddress, issuedAt: iat, ...optional }
    const fields = { ...params, ...shared, iat, chainId: referenceOf(chainId) }
    const address = nameOf(chainId, accountAddress)
    return { ...data, toString: () => methods.createMessage({ ...fields, address }) }
  }

/**
 * Makes a `Siwx` of the older options. Accounts of other namespaces need no session: there is no text for them.
 *
 * @example
 * createLatchkey({ siweConfig: { getNonce, createMessage, verifyMessage, getSession, signOut } })
 */
function fromSiweConfig(given: SiweConfig | SiweClient, page: Page): Siwx {
  // The client's own functions ask AppKit, which is not on this page.
  const isClient = 'methods' in given
  const { methods, options } = isClient ? given : { methods: given, options: given }
  const nameOf = (chainId: CaipNetworkId, address: string) =>
    isClient ? `did:pkh:${chainId}:${address}` : address
  async function verify({ data, message, signature, cacao }: SiwxSession): Promise<void> {
    const isValid = await methods.verifyMessage({ message, signature, ...(cacao ? { cacao } : {}) })
    if (!isValid) throw new SignInFailedError()
    callListener(
      ({ chainId, accountAddress: address }) =>
        methods.onSignIn?.({ address, chainId: referenceOf(chainId) }),
      data,
    )
  }
  async function signOut(): Promise<void> {
    await methods.signOut()
    callListener(() => methods.onSignOut?.(), undefined)
  }
  return {
    getRequired: () => options.required ?? true,
    signOutOnDisconnect: options.signOutOnDisconnect ?? true,
    createMessage: messageMaker(methods, page, nameOf),
    addSession: verify,
    async setSessions(sessions) {
      const [first] = sessions
      if (first) await verify(first)
      else await signOut()
    },
    async getSessions(chainId, address) {
      if (!isEvm(chainId)) return [knownSession(chainId, address)]
      const session = await methods.getSession()
      if (!session) return []
      const isAccount = options.signOutOnAccountChange === false || isSame(session.address, address)
      const isNetwork = options.signOutOnNetworkChange === false || session.chainId === referenceOf(chainId)
      return isAccount && isNetwork ? [knownSession(chainId, session.address)] : []
    },
    async revokeSession(chainId) {
      if (isEvm(chainId)) await signOut()
    },
  }
}

/** The back end tells who is signed in and no more. */
function knownSession(chainId: CaipNetworkId, accountAddress: string): SiwxSession {
  const data = { chainId, accountAddress, nonce: '', domain: '', uri: '', version: '1' }
  return { data, message: '', signature: '' }
}

const browserPage = () => ({ host: location.host, origin: location.origin })

/**
 * The plug-in that a page set, by either option; undefined when it set none, or `siweConfig` is not enabled.
 *
 * @throws BothSiwxOptionsError 'Cannot set both `siweConfig` and `siwx` options' (spec 5)
 */
export function chooseSiwx(
  options: { siwx?: Siwx | undefined; siweConfig?: SiweConfig | SiweClient | undefined },
  page: Page = browserPage,
): Siwx | undefined {
  const { siwx, siweConfig } = options
  if (siwx && siweConfig) throw new BothSiwxOptionsError()
  if (siwx) return siwx
  if (!siweConfig) return undefined
  const { enabled } = 'methods' in siweConfig ? siweConfig.options : siweConfig
  return enabled === false ? undefined : fromSiweConfig(siweConfig, page)
}
