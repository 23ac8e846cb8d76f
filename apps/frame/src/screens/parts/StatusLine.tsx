import { Icon, Spinner } from '@latchkey/ui'
import type { ReactElement } from 'react'

/** What goes on at the moment; it is announced when it changes. */
export function StatusLine({
  text,
  tone = 'waiting',
}: {
  text: string
  tone?: 'waiting' | 'success' | 'plain' | undefined
}): ReactElement {
  return (
    <p className="fr-status" role="status" data-tone={tone}>
      {tone === 'waiting' && text !== '' ? <Spinner /> : null}
      {tone === 'success' ? <Icon name="success" /> : null}
      {text}
    </p>
  )
}
