import { Address, Banner, Button, CopyButton } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useStore } from '../../store/useStore.ts'
import { useSay, useTime } from '../locales/WordsContext.tsx'
import { type Account, type AccountPage, ask } from '../page/AccountPage.ts'
import { openPanel, runAction } from '../page/accountActions.ts'
import { ActivitySection } from '../sections/ActivitySection.tsx'
import { BackupSection } from '../sections/BackupSection.tsx'
import { DeleteSection } from '../sections/DeleteSection.tsx'
import { DevicesSection } from '../sections/DevicesSection.tsx'
import { IdentitiesSection } from '../sections/IdentitiesSection.tsx'
import { PictureSection } from '../sections/PictureSection.tsx'
import { Item, Section, type SectionProps } from '../sections/Section.tsx'
import { SitesSection } from '../sections/SitesSection.tsx'
import { TierSection } from '../sections/TierSection.tsx'
import { SmartAccountSection } from '../smartAccount/SmartAccountSection.tsx'
import { AccountHead } from './AccountHead.tsx'
import { Attention } from './Attention.tsx'
import { SectionNav } from './SectionNav.tsx'

function Warnings({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const time = useTime()
  const { busy } = useStore(page.store)
  const heldUntil = Math.max(account.exportHeldUntil ?? 0, account.recoveryHeldUntil ?? 0)
  const unfreeze = () => runAction(page, 'unfreeze', () => ask(page, 'unfreeze', {}))
  return (
    <>
      {account.frozenAt !== null ? (
        <Banner
          tone="danger"
          role="alert"
          title={say('frozen.title')}
          action={
            <Button size="small" loading={busy === 'unfreeze'} onClick={() => void unfreeze()}>
              {say('frozen.action')}
            </Button>
          }
        >
          {say('frozen.body')} {say('frozen.takes')}
        </Banner>
      ) : null}
      {heldUntil > page.now() ? (
        <Banner tone="info" title={say('held.title', { time: time(heldUntil) })}>
          {say('held.body')}
        </Banner>
      ) : null}
    </>
  )
}

/** Another window that waits for its answer; null: none, or it has it. */
type WaitingJoin = { join: string | null; onAnswered: () => void }

function JoinCard({ page, join, onAnswered }: { page: AccountPage } & WaitingJoin): ReactElement | null {
  const say = useSay()
  if (join === null) return null
  const answer = async () => {
    if (await openPanel(page, 'approveJoin', { join })) onAnswered()
  }
  const action = (
    <Button size="small" variant="primary" onClick={() => void answer()}>
      {say('join.action')}
    </Button>
  )
  return (
    <Banner tone="warning" role="status" title={say('join.title')} action={action}>
      {say('join.body')}
    </Banner>
  )
}

function WalletSection({ account }: { account: Account }): ReactElement {
  const say = useSay()
  const accounts = account.wallet?.accounts ?? []
  return (
    <Section title={say('wallet.title')} name="wallet">
      {accounts.length === 0 ? <p className="ac-empty lk-dim">{say('wallet.none')}</p> : null}
      <ul className="ac-list">
        {accounts.map(({ namespace, address }) => (
          <Item key={`${namespace}:${address}`} title={<Address value={address} form="long" />}>
            <CopyButton value={address} label={say('copy')} copiedLabel={say('copied')} />
          </Item>
        ))}
      </ul>
    </Section>
  )
}

/** Everything about the account, from what matters most to what is done last. */
export function Overview({ page, account, ...waiting }: SectionProps & WaitingJoin): ReactElement {
  return (
    <>
      <AccountHead page={page} account={account} />
      <SectionNav />
      <JoinCard page={page} {...waiting} />
      <Warnings page={page} account={account} />
      <Attention page={page} account={account} />
      <WalletSection account={account} />
      <SmartAccountSection page={page} account={account} />
      <TierSection page={page} account={account} />
      <PictureSection page={page} />
      <IdentitiesSection page={page} account={account} />
      <DevicesSection page={page} account={account} />
      <SitesSection page={page} account={account} />
      <BackupSection page={page} account={account} />
      <ActivitySection page={page} account={account} />
      <DeleteSection page={page} />
    </>
  )
}
