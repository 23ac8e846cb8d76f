import type { PanelName } from '@latchkey/protocol/keys'
import { Banner, Icon, Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay, useTime } from '../locales/WordsContext.tsx'
import { openPanel } from '../page/accountActions.ts'
import { Section, type SectionProps } from './Section.tsx'

const ways = [
  { panel: 'downloadKit', words: 'kit', icon: 'shield' },
  { panel: 'exportPhrase', words: 'phrase', icon: 'contract' },
  { panel: 'exportKey', words: 'key', icon: 'key' },
] as const satisfies readonly { panel: PanelName; words: string; icon: string }[]

/** Ways to have the key without the wallet. Keys draws each of them itself. */
export function BackupSection({ page, account }: SectionProps): ReactElement | null {
  const say = useSay()
  const time = useTime()
  if (account.wallet === null) return null
  return (
    <Section title={say('backup.title')} lede={say('backup.lede')} name="backup">
      {account.exportedAt === null ? null : (
        <Banner tone="info" title={say('backup.exported', { time: time(account.exportedAt) })} />
      )}
      <div className="ac-rows">
        {ways.map(({ panel, words, icon }) => (
          <Row
            key={panel}
            icon={
              <span className="ac-item-icon">
                <Icon name={icon} />
              </span>
            }
            label={say(`backup.${words}`)}
            sublabel={say(`backup.${words}Sub`)}
            chevron
            onClick={() => void openPanel(page, panel)}
          />
        ))}
      </div>
    </Section>
  )
}
