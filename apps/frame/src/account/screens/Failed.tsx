import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../locales/WordsContext.tsx'

type FailedProps = { text: string; body?: string; onRetry: () => void }

/** What could not be had, and a button to try again. */
export function Failed({ text, body, onRetry }: FailedProps): ReactElement {
  const say = useSay()
  const retry = (
    <Button size="small" onClick={onRetry}>
      {say('tryAgain')}
    </Button>
  )
  return (
    <Banner tone="warning" role="alert" title={text} action={retry}>
      {body}
    </Banner>
  )
}
