import { defineView } from '../../defineView.ts'
import { ConnectView } from './ConnectView.tsx'

export type ConnectParams = { email?: string } | undefined

export const connectView = defineView({
  name: 'Connect',
  title: 'connect.title',
  component: ConnectView,
  parse: (value): ConnectParams => {
    const email = typeof value === 'object' && value !== null && 'email' in value ? value.email : undefined
    return typeof email === 'string' ? { email: email.slice(0, 254) } : undefined
  },
})
