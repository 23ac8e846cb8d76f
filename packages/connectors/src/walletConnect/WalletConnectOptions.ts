import type { AppMetadata } from '@latchkey/core/connector'

export type WalletConnectOptions = {
  /** The relay that carries the sealed messages: `wss://…`. Nothing else is contacted. */
  relayUrl: string
  /** What the relay knows the page by; default: the project's id. The public relay wants one of its own. */
  projectId?: string
  /** What the wallet shows of the page; default: the config's metadata, else the page's title. */
  metadata?: AppMetadata
  /** Name in lists; default `WalletConnect`. */
  name?: string
}

/** Ways to bring a connected wallet to the front on a phone. They come from the wallet: check them before they are opened. */
export type PeerRedirect = { native?: string; universal?: string }

/** Time is a parameter of tests. All in ms. */
export type PairingTiming = {
  /** Spec 4: how long a pairing lives. */
  life: number
  /** How long before its end it is replaced (spec 4). */
  refreshBefore: number
  /** How long the relay may take to accept a pairing. */
  proposeLimit: number
}

export const PAIRING_TIMING: PairingTiming = { life: 240_000, refreshBefore: 10_000, proposeLimit: 10_000 }

/** Key of the page's storage with the topic of the session in use. Without it there is nothing to restore. */
export const SESSION_TOPIC = 'wc.session_topic'
