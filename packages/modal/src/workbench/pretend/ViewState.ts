import type { Config, CreateChainAdapter, CreateConnector, Network, RouterEntry } from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'
import type { PretendAnswers } from './pretendService.ts'
import type { PretendTransfers } from './pretendTransfers.ts'

/** One state of a view, for the workbench and for tests: real stores, real view, connectors that only pretend. */
export type ViewState = PretendAnswers & {
  params?: unknown
  /** Views below it. */
  below?: readonly RouterEntry[]
  /** Default: e-mail that works. */
  connectors?: readonly CreateConnector[]
  networks?: readonly [Network, ...Network[]]
  /** Of further namespaces. */
  adapters?: readonly CreateChainAdapter[]
  /** What the network answers to a balance look-up; default: nothing yet. */
  balance?: () => Promise<string>
  /** What the network says of a transfer; default: a small fee, and nothing odd. */
  transfers?: PretendTransfers
  /** What the directory answers; default: nothing yet. */
  wallets?: AskWallets
  /** The page's own, by language. */
  words?: Config['options']['words']
  /** As on a phone; default: as the browser says. */
  mobile?: boolean
  /** Sets stores before the modal opens. */
  prepare?: (config: Config) => void
  /** Does what a person does to get there. */
  play?: (root: ShadowRoot, config: Config) => void
}

/** The states of a view by their names; `default` comes first. */
export type ViewStates = { default: ViewState } & Readonly<Record<string, ViewState>>
