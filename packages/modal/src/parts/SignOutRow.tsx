import { close } from '@latchkey/core'
import { useAccount, useConfig, useDisconnect } from '@latchkey/react'
import { Icon, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'

/** Ends the connection. The page is disconnected at once, so the row need not wait. */
export function SignOutRow(): ReactElement {
  const config = useConfig()
  const { connectorId } = useAccount()
  const disconnect = useDisconnect()
  const say = useSay()
  // Where one signs in, one signs out; other wallets are only let go.
  const signsIn = config.connectors
    .getState()
    .connectors.some(({ id, email }) => id === connectorId && email !== undefined)
  const leave = () => {
    close(config)
    disconnect().catch(() => undefined)
  }
  return (
    <Row
      icon={<Icon name="signout" />}
      label={say(signsIn ? 'account.signOut' : 'account.disconnect')}
      onClick={leave}
    />
  )
}
