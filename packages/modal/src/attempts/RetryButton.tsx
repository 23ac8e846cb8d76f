import { Button } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { useFocusHandedOn } from '../parts/useFocusHandedOn.ts'

/** The one thing to do next, so it takes the focus when it comes. */
export function RetryButton({ onClick }: { onClick: () => void }): ReactElement {
  const say = useSay()
  const ref = useFocusHandedOn()
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  return (
    <Button ref={ref} variant="primary" onClick={onClick}>
      {say('shell.tryAgain')}
    </Button>
  )
}
