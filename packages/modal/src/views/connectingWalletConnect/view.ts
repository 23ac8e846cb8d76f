import type { CustomWallet } from '@latchkey/core'
import { defineView } from '../../defineView.ts'
import { ConnectingWalletConnect } from './ConnectingWalletConnect.ts'

/** Without a wallet: any that reads the code. */
export type ConnectingWalletConnectParams = { wallet?: CustomWallet } | undefined

export const connectingWalletConnectView = defineView({
  name: 'ConnectingWalletConnect',
  title: 'connecting.title',
  component: ConnectingWalletConnect,
  // Checked by the view itself, with the code that is loaded then.
  parse: (value) => value as ConnectingWalletConnectParams,
})
