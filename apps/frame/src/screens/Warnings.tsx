import { Banner } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { Warning } from '../approvals/ApprovalView.ts'
import { PhraseText } from './ValueText.tsx'

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
