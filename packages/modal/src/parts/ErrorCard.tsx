import { hideAlert } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Button } from '@latchkey/ui'
import { type ReactElement, useLayoutEffect } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { alertWords, codeOf, type ErrorWords, errorWords } from './errorWords.ts'

type ErrorCardProps = {
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

/** The alert of the config, as a card above the view. */
export function AlertCard(): ReactElement | null {
  const config = useConfig()
  const { alert } = useSlice(config.notices)
  const say = useSay()
  const labels = useCodeLabels(alert?.code)
  if (!alert) return null
  const words = alertWords(alert.kind)
  const dismiss = (
    <Button size="small" onClick={() => hideAlert(config)}>
      {say('shell.dismiss')}
    </Button>
  )
  return (
    <div className="lk-alert">
      <Banner
        tone="danger"
        role="alert"
        title={words ? say(words.title) : alert.short}
        action={dismiss}
        {...labels}
      >
        {words ? say(words.help) : alert.long}
      </Banner>
    </div>
  )
}

type CodeLabels = {
  code: string | undefined
  copyLabels: { copy: string; copied: string; failed: string } | undefined
}

/** An error code for a `Banner`, with the words to copy it. */
function useCodeLabels(code: number | undefined): CodeLabels {
  const say = useSay()
  if (code === undefined) return { code: undefined, copyLabels: undefined }
  return {
    code: String(code),
    copyLabels: {
      copy: say('shell.copyCode', { code }),
      copied: say('shell.copied'),
      failed: say('shell.copyFailed'),
    },
  }
}
