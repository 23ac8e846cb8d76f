import { Button, Card } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { Detour, PendingNotice } from '../../approvals/ApprovalView.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { PhraseText } from './ValueText.tsx'

export type PendingBarProps = {
  pending: PendingNotice
  disabled: boolean
  onDetour: (detour: Detour) => void
}

/** What waits on the network already, and what can be done about the first of it before going on. */
export function PendingBar({ pending, disabled, onDetour }: PendingBarProps): ReactElement {
  const say = useSay()
  const button = (detour: Detour, label: string) => (
    <Button size="small" aria-disabled={disabled || undefined} onClick={() => !disabled && onDetour(detour)}>
      {label}
    </Button>
  )
  return (
    <Card className="fr-pending">
      <p className="fr-pending-say">
        {say('pending.waiting_other', { count: pending.count })}
        <span className="fr-note">
          <PhraseText phrase={pending.first} />
        </span>
      </p>
      <div className="fr-cap-ways">
        {button('speedUp', say('pending.speedUp'))}
        {button('cancel', say('pending.stop'))}
      </div>
    </Card>
  )
}
