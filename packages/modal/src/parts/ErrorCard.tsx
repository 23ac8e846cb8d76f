import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { codeOf, errorWords } from './errorWords.ts'
import { useCodeLabels } from './useCodeLabels.ts'

export type ErrorCardProps = {
  error: unknown
  action?: { label: string; onClick: () => void } | undefined
}

/** What happened, what to do, one button, and the code for whoever is asked for help. */
export function ErrorCard({ error, action }: ErrorCardProps): ReactElement {
  const say = useSay()
  const { title, help } = errorWords(error)
  const labels = useCodeLabels(codeOf(error))
  const button = action && (
    <Button size="small" onClick={action.onClick}>
      {action.label}
    </Button>
  )
  return (
    <Banner tone="danger" role="alert" title={say(title)} action={button} {...labels}>
      {say(help)}
    </Banner>
  )
}
