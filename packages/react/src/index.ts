export {
  type UseAccountReturn,
  type UseAccountTypeReturn,
  type UseLatchkeyReturn,
  type UseNetworkReturn,
  useAccount,
  useAccountType,
  useDisconnect,
  useLatchkey,
  useNetwork,
  useProvider,
} from './hooks.ts'
export { LatchkeyProvider, MissingProviderError, useConfig, useSlice } from './LatchkeyProvider.tsx'
