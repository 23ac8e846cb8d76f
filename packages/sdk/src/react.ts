export {
  MissingProviderError,
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
} from '@latchkey/react'
export { LatchkeyButton, type LatchkeyButtonProps } from './react/LatchkeyButton.ts'
export { LatchkeyProvider } from './react/LatchkeyProvider.ts'
