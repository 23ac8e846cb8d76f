import { BothSiwxOptionsError } from '../errors/entryErrors.ts'
import type { CaipNetworkId, Siwx, SiwxMessageData, SiwxSession } from '../interfaces/Connector.ts'
import { SignInFailedError } from './errors.ts'

/** What a page that signed in with Ethereum before has: functions over its own back end, EVM alone. */
export type SiweConfig = {
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
  getNonce(address?: string): Promise<string>
  /** The text to sign (ERC-4361). */
  createMessage(fields: SiweFields): string
  verifyMessage(signed: { message: string; signature: string; cacao?: unknown }): Promise<boolean>
  getSession(): Promise<{ address: string; chainId: number } | null | undefined>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<Partial<Pick<SiweFields, 'domain' | 'uri' | 'statement'>>>
}

export type SiweFields = {
  address: string
  chainId: number
  nonce: string
  domain: string
  uri: string
  version: '1'
  /** RFC 3339 */
  iat: string
  statement?: string
}

const referenceOf = (chainId: CaipNetworkId): number => Number(chainId.split(':')[1])
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Makes a `Siwx` of the older options.
 *
 * @example
 * createLatchkey({ siweConfig: { getNonce, createMessage, verifyMessage, getSession, signOut } })
 */
function fromSiweConfig(config: SiweConfig, page: () => { host: string; origin: string }): Siwx {
  async function verify({ message, signature, cacao }: SiwxSession): Promise<void> {
    const isValid = await config.verifyMessage({ message, signature, ...(cacao ? { cacao } : {}) })
    if (!isValid) throw new SignInFailedError()
  }
  return {
    getRequired: () => config.required ?? true,
    signOutOnDisconnect: config.signOutOnDisconnect ?? true,
    async createMessage({ accountAddress, chainId }) {
      const nonce = await config.getNonce(accountAddress || undefined)
      const { statement, ...params } = (await config.getMessageParams?.()) ?? {}
      const { host, origin } = page()
      const place = { domain: params.domain ?? host, uri: params.uri ?? origin }
      const issuedAt = new Date().toISOString()
      const shared = { nonce, ...place, ...(statement ? { statement } : {}) }
      const data: SiwxMessageData = { ...shared, version: '1', chainId, accountAddress, issuedAt }
      const fields = { ...shared, version: '1', iat: issuedAt, chainId: referenceOf(chainId) } as const
      return { ...data, toString: () => config.createMessage({ ...fields, address: accountAddress }) }
    },
    addSession: verify,
    async setSessions(sessions) {
      const [first] = sessions
      if (first) await verify(first)
      else await config.signOut()
    },
    async getSessions(chainId, address) {
      const session = await config.getSession()
      if (!session || !chainId.startsWith('eip155:')) return []
      const isAccount = config.signOutOnAccountChange === false || isSame(session.address, address)
      const isNetwork = config.signOutOnNetworkChange === false || session.chainId === referenceOf(chainId)
      return isAccount && isNetwork ? [knownSession(chainId, session.address)] : []
    },
    async revokeSession() {
      await config.signOut()
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
  options: { siwx?: Siwx | undefined; siweConfig?: SiweConfig | undefined },
  page: () => { host: string; origin: string } = browserPage,
): Siwx | undefined {
  const { siwx, siweConfig } = options
  if (siwx && siweConfig) throw new BothSiwxOptionsError()
  if (siwx) return siwx
  return siweConfig && siweConfig.enabled !== false ? fromSiweConfig(siweConfig, page) : undefined
}
