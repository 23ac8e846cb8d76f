import { defineView } from '../../defineView.ts'
import { AccountView } from './AccountView.tsx'

export const accountView = defineView({
  name: 'Account',
  title: 'account.title',
  component: AccountView,
})
