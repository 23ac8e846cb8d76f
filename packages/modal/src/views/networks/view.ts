import { defineView } from '../../defineView.ts'
import { Networks } from './Networks.ts'

export const networksView = defineView({
  name: 'Networks',
  title: 'networks.title',
  component: Networks,
})
