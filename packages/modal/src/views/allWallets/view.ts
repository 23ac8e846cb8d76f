import { defineView } from '../../defineView.ts'
import { AllWallets } from './AllWallets.ts'

export const allWalletsView = defineView({
  name: 'AllWallets',
  legal: 'first',
  title: 'wallets.title',
  component: AllWallets,
})
