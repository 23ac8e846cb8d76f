import { Banner, Button, Card } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type {
  Detour,
  Edit,
  Notice,
  PendingNotice,
  UntilChoice,
  Warning,
} from '../../approvals/ApprovalView.ts'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import type { SiteIdentity } from '../../site/plainText.ts'
import { Choice, EditorPanel } from './EditorPanel.tsx'
import { PhraseText, ValueText } from './ValueText.tsx'

/** What went wrong, what to do, and the code that support asks for. */
export function NoticeBanner({
  notice,
  tone,
  onRetry,
}: {
  notice: Notice
  tone: 'warning' | 'danger'
  onRetry?: (() => void) | undefined
}): ReactElement {
  const say = useSay()
  const action =
    notice.retry && onRetry ? (
      <Button size="small" onClick={onRetry}>
        {say('stop.tryAgain')}
      </Button>
    ) : undefined
  const copyLabels = {
    copy: say('approve.copyCode'),
    copied: say('approve.copied'),
    failed: say('approve.copyFailed'),
  }
  return (
    <Banner
      tone={tone}
      role="alert"
      title={<PhraseText phrase={notice.title} />}
      action={action}
      code={notice.code}
      copyLabels={copyLabels}
    >
      <PhraseText phrase={notice.body} />
    </Banner>
  )
}

/** What a person should know before going on, the worst first. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }): ReactElement | null {
  if (warnings.length === 0) return null
  return (
    <div className="lk-stack">
      {warnings.map((warning, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the warnings of one screen do not move.
        <div key={index} data-watched>
          <Banner tone={warning.level} title={<PhraseText phrase={warning.title} />}>
            <PhraseText phrase={warning.body} />
          </Banner>
        </div>
      ))}
    </div>
  )
}

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

export type UntilChooserProps = {
  until: UntilChoice
  /** Nothing can be chosen while something else is under way. */
  disabled: boolean
  onEdit: (edit: Edit) => void
}

/** Lets a person end sooner what others may do. Every choice is another permission to approve. */
export function UntilChooser({ until, disabled, onEdit }: UntilChooserProps): ReactElement {
  const say = useSay()
  return (
    <EditorPanel label={say('until.change')}>
      {(panel) => (
        <fieldset {...panel} className="fr-speeds">
          <legend className="lk-hidden">{say('until.heading')}</legend>
          {until.options.map((expiry, index) => (
            <Choice
              key={expiry}
              group={panel.id}
              checked={expiry === until.chosen}
              disabled={disabled}
              onChoose={() => onEdit({ kind: 'until', expiry })}
            >
              <span className="fr-speed-name">
                <ValueText value={{ kind: 'date', seconds: BigInt(expiry) }} />
                {index === until.options.length - 1 ? (
                  <span className="fr-note">{say('until.asked')}</span>
                ) : null}
              </span>
            </Choice>
          ))}
        </fieldset>
      )}
    </EditorPanel>
  )
}

/** The first letter of the part that was registered: a picture that no site has chosen. */
const letterOf = ({ registrable }: SiteIdentity): string => registrable.slice(0, 1).toUpperCase()

/** Who asks: the origin that the handshake proved, with the part that was registered set off; never a title or an icon. */
export function WhoAsks({ site }: { site: SiteIdentity }): ReactElement {
  const say = useSay()
  return (
    <section className="fr-asks" data-watched data-first="site" aria-label={say('asks.heading')}>
      <span className="fr-asks-tile" aria-hidden="true">
        {letterOf(site)}
      </span>
      <p className="fr-asks-origin">
        <bdi dir="ltr">
          {site.insecure ? site.scheme : null}
          {site.prefix}
          <strong>{site.registrable}</strong>
          {site.port}
        </bdi>
        {site.insecure ? <span className="fr-asks-note">{say('asks.insecure')}</span> : null}
      </p>
      {site.punycode ? <p className="fr-asks-warn">{say('asks.punycode')}</p> : null}
    </section>
  )
}

/** What the site calls itself, which proves nothing. */
export const AppName = ({ name }: { name: string }): ReactElement => (
  <p className="lk-small lk-dim">
    <Say message="asks.says" values={{ name: <bdi>{name}</bdi> }} />
  </p>
)
