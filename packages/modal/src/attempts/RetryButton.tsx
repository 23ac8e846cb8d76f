import { Button } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'

/** The one thing to do next, so it takes the focus when it comes. */
export function RetryButton({ onClick }: { onClick: () => void }): ReactElement {
  const say = useSay()
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <Button ref={ref} variant="primary" onClick={onClick}>
      {say('shell.tryAgain')}
    </Button>
  )
}
