import { Banner, Button, Icon, type IconName } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/useStore.ts'
import type { WordKey } from '../locales/Words.ts'
import { useSay } from '../locales/WordsContext.tsx'
import type { Account } from '../page/AccountPage.ts'
import { goToSection, Item, Section, type SectionName, type SectionProps } from '../sections/Section.tsx'

type Name = 'recovery' | 'untested' | 'oneWay' | 'picture'
type Need = { name: Name; icon: IconName; section: SectionName }

const needs: readonly (Need & { holds: (account: Account, picture: string) => boolean })[] = [
  {
    name: 'recovery',
    icon: 'shield',
    section: 'recovery',
    holds: ({ tier, methods }) => tier !== null && methods.every(({ seals }) => !seals),
  },
  {
    name: 'untested',
    icon: 'alert',
    section: 'recovery',
    holds: ({ methods }) => methods.some(({ seals, provenAt }) => seals && provenAt === null),
  },
  { name: 'oneWay', icon: 'user', section: 'signIn', holds: ({ identities }) => identities.length === 1 },
  { name: 'picture', icon: 'info', section: 'picture', holds: (_, picture) => picture === '' },
]

/** What the person had better do, from what matters most; one line where there is nothing. */
export function Attention({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const { picture } = useStore(page.store)
  const open = needs.filter(({ holds }) => holds(account, picture))
  if (open.length === 0) return <Banner tone="success" title={say('attention.nothing')} />
  return (
    <Section title={say('attention.title')}>
      <ul className="ac-list">
        {open.map(({ name, icon, section }) => (
          <Item
            key={name}
            icon={<Icon name={icon} />}
            title={say(`attention.${name}`)}
            note={say(`attention.${name}Body` satisfies WordKey)}
          >
            <Button size="small" onClick={() => goToSection(section)}>
              {say(`attention.${name}Do` satisfies WordKey)}
            </Button>
          </Item>
        ))}
      </ul>
    </Section>
  )
}
