import { Button, Chip } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/useStore.ts'
import { DOT, Say, Time, useBrowserName, useSay } from '../locales/WordsContext.tsx'
import { ask } from '../page/AccountPage.ts'
import { runAction } from '../page/accountActions.ts'
import { DeviceIcon, Item, Section, type SectionProps } from './Section.tsx'

/** Every device key that has a session, newest first; each can be sent away. */
export function DevicesSection({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const browserName = useBrowserName()
  const { busy } = useStore(page.store)
  const revoke = (deviceId: string) =>
    runAction(page, `device:${deviceId}`, () => ask(page, 'revokeDevice', { deviceId }))
  return (
    <Section title={say('devices.title')} lede={say('devices.lede')} name="devices">
      <ul className="ac-list">
        {account.devices.map(({ id, browser, place, sites, seenAt, current, hasShare }) => (
          <Item
            key={id}
            icon={<DeviceIcon browser={browser} />}
            title={browserName(browser)}
            chips={
              current ? (
                <Chip tone="accent">{say('devices.current')}</Chip>
              ) : hasShare ? null : (
                <Chip>{say('devices.noShare')}</Chip>
              )
            }
            note={
              <>
                {sites.length > 0 ? (
                  <bdi dir="ltr">{sites.map((site) => new URL(site).host).join(', ')}</bdi>
                ) : null}
                {sites.length > 0 ? DOT : null}
                <Say message="devices.seen" values={{ place, time: <Time at={seenAt} /> }} />
              </>
            }
          >
            {current ? null : (
              <Button
                size="small"
                variant="ghost"
                aria-label={say('devices.revokeNamed', { name: browserName(browser) })}
                loading={busy === `device:${id}`}
                onClick={() => void revoke(id)}
              >
                {say('devices.revoke')}
              </Button>
            )}
          </Item>
        ))}
      </ul>
    </Section>
  )
}
