export {
  LatchkeyProvider,
  type UseAccountReturn,
  type UseLatchkeyReturn,
  type UseNetworkReturn,
  useAccount,
  useDisconnect,
  useLatchkey,
  useNetwork,
  useProvider,
} from '@latchkey/react'
