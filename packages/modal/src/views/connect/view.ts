import { defineView } from '../../defineView.ts'
import { numberParam, textParam } from '../../parts/viewParams.ts'
import { ConnectView } from './ConnectView.tsx'

export type ConnectParams = {
  email?: string
  /** Code of what an earlier try ended with. */
  error?: number
}

export const connectView = defineView({
  name: 'Connect',
  title: 'connect.title',
  legal: true,
  component: ConnectView,
  parse: (value): ConnectParams => {
    const email = textParam(value, 'email')
    const error = numberParam(value, 'error')
    return { ...(email ? { email: email.slice(0, 254) } : {}), ...(error === undefined ? {} : { error }) }
  },
})
