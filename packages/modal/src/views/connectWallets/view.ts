import { defineView } from '../../defineView.ts'
import { ConnectWalletsView } from '../connect/ConnectView.tsx'

export const connectWalletsView = defineView({
  name: 'ConnectWallets',
  title: 'connect.wallets',
  legal: true,
  component: ConnectWalletsView,
})
