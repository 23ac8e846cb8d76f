import { isIP } from 'node:net'
import { type OauthProvider, SOCIAL_PROVIDERS, type SocialProvider } from '@latchkey/protocol/socials'
import * as z from 'zod'
import type { Chain } from './chains.ts'
import { DEFAULT_LIMITS, type Limits } from './Limits.ts'
import type { NameSettings } from './nameSettings.ts'
import type { Network } from './networks.ts'
import type { OnrampProviderName, OnrampProviders } from './onrampProviders.ts'
import { budgetOf, isAnything, type Project } from './projects.ts'
import { secretUrl } from './secretUrl.ts'

const shared = {
  /** Client identifier (RFC 6749 section 2.2). */
  clientId: z.string().min(1).max(256),
  /** In place of the network's own addresses: for a test network, or one that has moved. */
  issuer: secretUrl.optional(),
  authorizationEndpoint: secretUrl.optional(),
  tokenEndpoint: secretUrl.optional(),
  userinfoEndpoint: secretUrl.optional(),
  jwksUri: secretUrl.optional(),
}
const withSecret = z.strictObject({ ...shared, clientSecret: z.string().min(1).max(1_024) })
const withKey = z.strictObject({
  ...shared,
  /** Of the developer team: the issuer of client secrets. */
  teamId: z.string().regex(/^[A-Za-z0-9]{1,32}$/, 'letters and digits'),
  keyId: z.string().regex(/^[A-Za-z0-9]{1,32}$/, 'letters and digits'),
  /** P-256, PKCS #8 in PEM, as the network gives it out. */
  privateKey: z.string().regex(/^-----BEGIN PRIVATE KEY-----\s/, 'write the key in PEM (PKCS #8)'),
})

/** Credentials of the social networks; one that is left out is not offered. */
export const socialProvidersSchema = z
  .strictObject({
    google: withSecret,
    github: withSecret,
    apple: withKey,
    facebook: withSecret,
    x: withSecret,
    discord: withSecret,
  } satisfies Record<OauthProvider, z.ZodType>)
  .partial()

export type SocialProviders = z.output<typeof socialProvidersSchema>
/** What an operator sets of any network. */
export type SocialSettings = z.output<typeof withSecret> | z.output<typeof withKey>
export type SecretSettings = z.output<typeof withSecret>
export type KeySettings = z.output<typeof withKey>

/** Where Farcaster sign-ins are passed on and checked. */
type FarcasterConfig = {
  /** Of the relay (FIP-11), without a slash at the end. */
  relayUrl: string
  /** A node of OP Mainnet: its word decides who owns a Farcaster id. */
  optimismRpcUrl: string
}

export type RelayConfig = {
  /** Every address that clients are given. */
  publicUrls: readonly string[]
  /**
   * `projects`: only clients that name a project of this service. `any`: wallets of others too, which bring a project
   * id of their own.
   */
  wallets: 'projects' | 'any'
}

/** Everything that `createService` is told. Origins are as `URL.origin` prints them. */
export type ServiceConfig = {
  walletOrigin: string
  keysOrigin: string
  apiOrigin: string
  /** The wallet's own name, at most 32 characters. */
  walletName: string
  projects: readonly Project[]
  chains: readonly Chain[]
  /** Networks of other namespaces; none when left out. */
  networks?: readonly Network[]
  /** 32 bytes each. They never enter the database. */
  secrets: {
    kek: Uint8Array
    recoveryKek: Uint8Array
    pepper: Uint8Array
    /** Keys that are read and never written with: those before a rotation, or the next ones while processes restart. */
    others?: {
      keks: readonly Uint8Array[]
      recoveryKeks: readonly Uint8Array[]
      peppers: readonly Uint8Array[]
    }
    /** Signs for the operator's paymasters (secp256k1); without it nobody's fees are paid. */
    paymasterSigner?: Uint8Array
  }
  mail: { smtpUrl: string | null; from: string }
  /**
   * A PostgreSQL URL, and where that is a pooler another one past it; or the directory of the embedded database
   * (`memory://` keeps nothing).
   */
  database: { url: string; listenUrl?: string } | { directory: string }
  /** Folders of the built documents. */
  frameDist: string
  keysDist: string
  /** Folder that processes share, in which the files of earlier builds are kept; without it none are. */
  earlierFilesDir?: string
  /** Folder of the wallet directory; the shipped one unless told. */
  directoryDir?: string
  /** How many proxies of the operator stand in front: that many entries of X-Forwarded-For are believed. */
  trustedProxies: number
  /** Lets `/metrics` be read from elsewhere than this machine, as a bearer token. */
  metricsToken: string | null
  /** Opens `/admin/…` to its bearer; null: there is no such address. */
  adminToken: string | null
  /** Events of pages: how long they are kept, and whether with the account's address. */
  analytics: { retentionDays: number; keepsAddresses: boolean }
  /** The WalletConnect relay; without it there is none. */
  relay?: RelayConfig
  /** Credentials of social networks; one without is not offered. */
  socials?: SocialProviders
  /** Credentials of providers for buying; one without is not offered. */
  onramps?: OnrampProviders
  /** IANA names of the zones in which nothing is bought or swapped; the specification's unless told. */
  restrictedTimeZones?: readonly string[]
  /** Sign-in with Farcaster; without it there is none. */
  farcaster?: FarcasterConfig
  /** Names that accounts are given; without it none are. */
  names?: NameSettings
  /** Where `ipfs:` is read, ending in a slash; null: nowhere. */
  ipfsGateway?: string | null
  /** DefiLlama, or a service of the same form, asked for prices before the networks' own pools; without it the pools alone. */
  pricesUrl?: string
  /** LI.FI, or a service of the same form, asked for swaps beside the networks' own pools; without it the pools alone. */
  swapsUrl?: string
  logLevel: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Other limits than the product's, for tests alone: nothing in the environment reaches this. */
  test?: Partial<Limits>
}

/** The limits that hold. */
export function limitsOf(config: ServiceConfig): Limits {
  return { ...DEFAULT_LIMITS, ...config.test }
}

/** The relying party id of every passkey (WebAuthn level 3 section 5.1.2): the host of the keys origin. */
export const relyingPartyId = ({ keysOrigin }: ServiceConfig): string => new URL(keysOrigin).hostname

/** Whether browsers make passkeys for the keys origin at all: its host is a name, and it is served safely or locally. */
export function passkeysWork({ keysOrigin }: ServiceConfig): boolean {
  const { protocol, hostname } = new URL(keysOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** Whether the operator pays for operations of a project's people on a network. */
export const isSponsored = (
  { secrets }: Pick<ServiceConfig, 'secrets'>,
  project: Pick<Project, 'mode' | 'sponsorship'>,
  chain: Chain,
): boolean =>
  secrets.paymasterSigner !== undefined &&
  chain.paymaster !== undefined &&
  isAnything(budgetOf(project, chain.id))

/**
 * Whether the project lets people sign in this way on a page. The wallet's own page is none of the project's: whoever has a
 * wallet must get into it there.
 *
 * @param hostOrigin as `URL.origin` prints it
 */
export function offersSignIn(
  { walletOrigin }: Pick<ServiceConfig, 'walletOrigin'>,
  { features }: Pick<Project, 'features'>,
  { by, hostOrigin }: { by: 'email' | SocialProvider; hostOrigin: string },
): boolean {
  if (hostOrigin === walletOrigin) return true
  const { email = true, socials = SOCIAL_PROVIDERS } = features ?? {}
  return by === 'email' ? email : socials !== false && socials.includes(by)
}

/** Networks that the operator has credentials for, less those that the project has turned off, in the project's order. */
export function offeredSocials(
  { socials = {}, farcaster }: Pick<ServiceConfig, 'socials' | 'farcaster'>,
  { features }: Pick<Project, 'features'>,
): string[] {
  const wanted = features?.socials ?? SOCIAL_PROVIDERS
  if (wanted === false) return []
  return wanted.filter((name) =>
    name === 'farcaster' ? farcaster !== undefined : socials[name] !== undefined,
  )
}

/**
 * Whether the project lets its people swap through a provider.
 *
 * @param provider its name, as quotes have it
 */
export function offersSwaps({ features }: Pick<Project, 'features'>, provider: string): boolean {
  const wanted = features?.swaps
  return wanted === undefined || (wanted !== false && wanted.includes(provider))
}

/** Providers for buying that are set up, less those that the project has turned off, in the project's order. */
export function offeredOnramps(
  { onramps = {} }: Pick<ServiceConfig, 'onramps'>,
  { features }: Pick<Project, 'features'>,
): OnrampProviderName[] {
  const known = Object.keys(onramps) as OnrampProviderName[]
  const wanted = features?.onramp ?? known
  if (wanted === false) return []
  return wanted.flatMap((name) => known.find((one) => one === name) ?? [])
}
