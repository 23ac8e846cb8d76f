export {
  LatchkeyProvider,
  MissingProviderError,
  type UseAccountReturn,
  type UseLatchkeyReturn,
  type UseNetworkReturn,
  useAccount,
  useDisconnect,
  useLatchkey,
  useNetwork,
  useProvider,
} from '@latchkey/react'
export { LatchkeyButton, type LatchkeyButtonProps } from './react/LatchkeyButton.ts'
