import type { Chain } from './chains.ts'
import { DEFAULT_LIMITS, type Limits } from './Limits.ts'
import type { Project } from './projects.ts'
import type { FarcasterConfig, SocialProviders } from './socialProviders.ts'

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
  /** Sign-in with Farcaster; without it there is none. */
  farcaster?: FarcasterConfig
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
