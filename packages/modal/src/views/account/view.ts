import { defineView } from '../../defineView.ts'
import { Account } from './Account.ts'

export const accountView = defineView({
  name: 'Account',
  title: 'account.title',
  component: Account,
})
