import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { Notice, Warning } from '../../approvals/ApprovalView.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { PhraseText } from './ValueText.tsx'

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
