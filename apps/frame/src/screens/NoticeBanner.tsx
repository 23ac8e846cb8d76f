import { Banner, Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { Notice } from '../approvals/ApprovalView.ts'
import { useSay } from '../locales/LocaleContext.tsx'
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
