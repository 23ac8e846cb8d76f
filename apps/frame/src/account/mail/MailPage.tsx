import type { ReactElement } from 'react'
import { DeviceAnswer } from './DeviceAnswer.tsx'
import { MailLink } from './MailLink.tsx'
import type { MailPageProps } from './useMailLink.ts'

/** What a link in a mail leads to. Opening it changes nothing: mailboxes open links by themselves. */
export function MailPage({ kind, ...rest }: MailPageProps & { kind: 'device' | 'link' }): ReactElement {
  return kind === 'device' ? <DeviceAnswer {...rest} /> : <MailLink {...rest} />
}
