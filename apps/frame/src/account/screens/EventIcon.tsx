import { Icon, type IconName } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { DeviceIcon } from './DeviceIcon.tsx'

/** By the first word of an event's kind. */
const icons: Readonly<Record<string, IconName>> = {
  signed: 'user',
  refresh: 'alert',
  wallet: 'wallet',
  share: 'key',
  identity: 'user',
  site: 'network',
  email: 'mail',
  account: 'lock',
  export: 'key',
  passkey: 'key',
  method: 'shield',
}

/** What an event of the log was about. */
export function EventIcon({ kind }: { kind: string }): ReactElement {
  const [about = ''] = kind.split('-')
  if (about === 'device' || about === 'join') return <DeviceIcon />
  return <Icon name={(Object.hasOwn(icons, about) && icons[about]) || 'clock'} />
}
