export {
  base,
  baseSepolia,
  defineEvmNetwork,
  type EvmChain,
  evmAdapter,
  localhost,
  mainnet,
} from '@latchkey/chain-evm'
export { EMBEDDED_ICON as latchkeyIcon, type EmbeddedOptions, embedded } from '@latchkey/connectors'
export type {
  AccountState,
  AccountType,
  Config,
  Connector,
  CreateChainAdapter,
  CreateConnector,
  Eip1193Provider,
  Network,
  PageProvider,
  PayReceipt,
  PayRequest,
  ProviderEvents,
  ProviderRpcError,
  Siwx,
  ThemeVariables,
} from '@latchkey/core'
export type { EventOf, LatchkeyEvent, LatchkeyEventType } from '@latchkey/core/events'
export { createLatchkey, type Latchkey, type LatchkeyOptions } from './createLatchkey.ts'
export * from './errors.ts'
export { defineLatchkeyButton, LatchkeyButton } from './LatchkeyButton.ts'
export type { LatchkeyState } from './latchkeyState.ts'
export { type ThemePreset, themePresets } from './theme/themePresets.ts'
