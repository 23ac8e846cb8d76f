import { hideAlert } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { alertWords } from './errorWords.ts'
import { useCodeLabels } from './useCodeLabels.ts'

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
