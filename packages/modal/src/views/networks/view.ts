import { defineView } from '../../defineView.ts'
import { NetworksView } from './NetworksView.tsx'

export const networksView = defineView({
  name: 'Networks',
  title: 'networks.title',
  component: NetworksView,
})
