import { hideAlert } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Button } from '@latchkey/ui'
import { type ReactElement, useLayoutEffect } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { alertWords, codeOf, type ErrorWords, errorWords } from './errorWords.ts'
import { useCodeLabels } from './useCodeLabels.ts'

export type ErrorCardProps = {
  error: unknown
  action?: { label: string; onClick: () => void } | undefined
}

/** What happened, what to do, one button, and the code for whoever is asked for help. */
export function ErrorCard({ error, action }: ErrorCardProps): ReactElement {
  const say = useSay()
  const words = errorWords(error)
  const labels = useCodeLabels(codeOf(error))
  useSaidOnce(words)
  const button = action && (
    <Button size="small" onClick={action.onClick}>
      {action.label}
    </Button>
  )
  return (
    <Banner tone="danger" role="alert" title={say(words.title)} action={button} {...labels}>
      {say(words.help)}
    </Banner>
  )
}

/** The same failure may have raised an alert too: it is said here, where it can be answered. */
function useSaidOnce(words: ErrorWords): void {
  const config = useConfig()
  const { alert } = useSlice(config.notices)
  const isSame = alert !== undefined && alertWords(alert.kind) === words
  useLayoutEffect(() => {
    if (isSame) hideAlert(config)
  }, [config, isSame])
}
