import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { ReactElement } from 'react'
import { DeviceAnswer } from './DeviceAnswer.tsx'
import { MailLink } from './MailLink.tsx'

export type MailPageProps = {
  config: FrameDocumentConfig
  token: string
  fetch: typeof window.fetch
}

/** What a link in a mail leads to. Opening it changes nothing: mailboxes open links by themselves. */
export function MailPage({ kind, ...rest }: MailPageProps & { kind: 'device' | 'link' }): ReactElement {
  return kind === 'device' ? <DeviceAnswer {...rest} /> : <MailLink {...rest} />
}
