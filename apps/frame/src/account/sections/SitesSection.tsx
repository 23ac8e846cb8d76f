import { Button, Icon } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/useStore.ts'
import { DOT, Say, Time, useSay } from '../locales/WordsContext.tsx'
import { ask } from '../page/AccountPage.ts'
import { runAction } from '../page/accountActions.ts'
import { Item, Section, type SectionProps } from './Section.tsx'

/** The sites that may see the account and ask for signatures. */
export function SitesSection({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const own = page.config.walletOrigin
  const sites = account.sites.filter(({ origin }) => origin !== own)
  return (
    <Section title={say('sites.title')} name="sites">
      {sites.length === 0 ? <p className="ac-empty lk-small lk-dim">{say('sites.none')}</p> : null}
      <ul className="ac-list">
        {sites.map(({ projectId, projectName, origin, connectedAt, knowsEmail }) => {
          const name = new URL(origin).host
          const action = `site:${projectId}:${origin}`
          const revoke = (label: 'stop' | 'revoke', only?: { only: 'email' }) => (
            <Button
              size="small"
              variant="ghost"
              aria-label={say(`sites.${label}Named`, { name })}
              loading={busy === action + label}
              onClick={() =>
                void runAction(page, action + label, () =>
                  ask(page, 'revokeSite', { projectId, origin, ...only }),
                )
              }
            >
              {say(`sites.${label}`)}
            </Button>
          )
          return (
            <Item
              key={action}
              icon={<Icon name="network" />}
              title={<bdi dir="ltr">{name}</bdi>}
              note={
                <>
                  {projectName}
                  {DOT}
                  <Say message="sites.since" values={{ time: <Time at={connectedAt} form="day" /> }} />
                  {knowsEmail ? (
                    <>
                      {DOT}
                      {say('sites.email')}
                    </>
                  ) : null}
                </>
              }
            >
              {knowsEmail ? revoke('stop', { only: 'email' }) : null}
              {revoke('revoke')}
            </Item>
          )
        })}
      </ul>
    </Section>
  )
}
