import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { useFocusHandedOn } from './useFocusHandedOn.ts'

type UnavailableProps = {
  title: string
  help: string
  /** Left out while it is too early for another try. */
  onRetry: (() => void) | undefined
}

/** In the place of a list of the account that could not be read. */
export function Unavailable({ title, help, onRetry }: UnavailableProps): ReactElement {
  return (
    <Banner tone="warning" role="status" title={title} action={onRetry && <TryAgain onRetry={onRetry} />}>
      {help}
    </Banner>
  )
}

function TryAgain({ onRetry }: { onRetry: () => void }): ReactElement {
  const say = useSay()
  const ref = useFocusHandedOn()
  return (
    <Button ref={ref} size="small" onClick={onRetry}>
      {say('shell.tryAgain')}
    </Button>
  )
}
