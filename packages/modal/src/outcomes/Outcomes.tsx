import type { Config } from '@latchkey/core'
import type { SentOutcome } from '@latchkey/core/activity'
import { LatchkeyProvider } from '@latchkey/react/provider'
import { ToastHost, type ToastItem, VisuallyHidden } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { type Locale, LocaleContext, useSay } from '../locales/LocaleContext.tsx'
import { useHomeSay } from '../locales/useHomeSay.ts'

/** How something ended, and the name of the network that it was sent on. */
export type Outcome = { id: number; outcome: SentOutcome; network: string }

type OutcomesProps = {
  config: Config
  locale: Locale
  shown: Outcome | undefined
  onDone: () => void
  /** It was pressed: the visitor wants to see more. */
  onOpen: () => void
}

/** One toast at a time. */
export const Outcomes = ({ config, locale, ...props }: OutcomesProps): ReactElement => (
  <LatchkeyProvider config={config}>
    <LocaleContext.Provider value={locale}>
      <OutcomeToast {...props} />
    </LocaleContext.Provider>
  </LatchkeyProvider>
)

const TONES: Readonly<Record<SentOutcome, ToastItem['tone']>> = {
  confirmed: 'success',
  failed: 'error',
  late: 'info',
}

function OutcomeToast({
  shown,
  onDone,
  onOpen,
}: Pick<OutcomesProps, 'shown' | 'onDone' | 'onOpen'>): ReactElement {
  const say = useSay()
  const home = useHomeSay()
  const toast = shown && {
    id: shown.id,
    tone: TONES[shown.outcome],
    message: (
      <button type="button" className="lk-outcome" onClick={onOpen}>
        <span className="lk-outcome-title">{home(`outcome.${shown.outcome}`)}</span>
        <bdi className="lk-dim">{shown.network}</bdi>
        <VisuallyHidden>{home('outcome.open')}</VisuallyHidden>
      </button>
    ),
  }
  return <ToastHost toast={toast} onDismiss={onDone} dismissLabel={say('shell.dismiss')} duration={8_000} />
}
