import { Banner, Button, Chip, Icon } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useStore } from '../../store/useStore.ts'
import { useSay, useTime } from '../locales/WordsContext.tsx'
import { type Account, type AccountPage, ask } from '../page/AccountPage.ts'
import { openPanel, runAction } from '../page/accountActions.ts'
import { Item, Section, type SectionProps } from './Section.tsx'

type Method = Account['methods'][number]

/** The ways that would open the wallet without the operator. */
const workingMethods = ({ methods }: Account): number =>
  methods.filter(({ provenAt, seals }) => provenAt !== null && seals).length

function MethodChip({ method }: { method: Method }): ReactElement {
  const say = useSay()
  if (!method.seals) return <Chip>{say('tier.signsIn')}</Chip>
  return method.provenAt === null ? (
    <Chip tone="warning">{say('tier.unproven')}</Chip>
  ) : (
    <Chip tone="success">{say('tier.proven')}</Chip>
  )
}

function MethodItem({ page, method }: { page: AccountPage; method: Method }): ReactElement {
  const say = useSay()
  const time = useTime()
  const { busy } = useStore(page.store)
  const { id, kind, label, seals, provenAt, addedAt } = method
  const name = label || say(`tier.${kind}`)
  const remove = () =>
    runAction(page, `remove:${id}`, () => ask(page, 'removeMethod', { methodId: id, kind }))
  const prove = () => openPanel(page, kind === 'passkey' ? 'provePasskey' : 'proveCode', { methodId: id })
  return (
    <Item
      icon={<Icon name={kind === 'passkey' ? 'key' : 'lock'} />}
      title={name}
      chips={<MethodChip method={method} />}
      note={time(addedAt)}
    >
      {seals && provenAt === null ? (
        <Button size="small" onClick={() => void prove()}>
          {say('tier.prove')}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="ghost"
        aria-label={say('removeNamed', { name })}
        loading={busy === `remove:${id}`}
        onClick={() => void remove()}
      >
        {say('remove')}
      </Button>
    </Item>
  )
}

function Protect({ page, account }: SectionProps): ReactElement | null {
  const say = useSay()
  const { busy } = useStore(page.store)
  const [sure, setSure] = useState(false)
  if (account.tier !== 'standard') return null
  const ready = workingMethods(account) >= 2
  const protect = () =>
    runAction(page, 'protect', async () => {
      page.store.setState({ keys: await ask(page, 'protect', {}) })
    })
  if (!sure)
    return (
      <div className="ac-row-end">
        {ready ? null : <span className="lk-small lk-dim">{say('tier.protectHint')}</span>}
        <Button
          variant={ready ? 'primary' : 'secondary'}
          size="small"
          disabled={!ready}
          onClick={() => setSure(true)}
        >
          {say('tier.protect')}
        </Button>
      </div>
    )
  return (
    <Banner
      tone="warning"
      role="alert"
      title={say('tier.protect')}
      action={
        <span className="ac-buttons">
          <Button size="small" onClick={() => setSure(false)}>
            {say('cancel')}
          </Button>
          <Button size="small" variant="danger" loading={busy === 'protect'} onClick={() => void protect()}>
            {say('tier.protectNow')}
          </Button>
        </span>
      }
    >
      {say('tier.protectWarning')}
    </Banner>
  )
}

/** Who can open the wallet, said plainly, and the ways to recover it. */
export function TierSection({ page, account }: SectionProps): ReactElement | null {
  const say = useSay()
  if (account.tier === null) return null
  const { tier, methods } = account
  const hasCode = methods.some(({ kind }) => kind === 'code')
  return (
    <Section title={say('tier.title')} name="recovery">
      <div className="ac-tier">
        <span className="ac-item-icon">
          <Icon name={tier === 'protected' ? 'shield' : 'user'} />
        </span>
        <div>
          <strong>{say(`tier.${tier}`)}</strong>
          <p className="lk-small lk-dim">{say(`tier.${tier}Body`)}</p>
        </div>
      </div>
      <h3 className="ac-h3">{say('tier.methods')}</h3>
      {methods.length === 0 ? <p className="ac-empty lk-small lk-dim">{say('tier.noMethods')}</p> : null}
      <ul className="ac-list">
        {methods.map((method) => (
          <MethodItem key={method.id} page={page} method={method} />
        ))}
      </ul>
      <div className="ac-buttons">
        <Button size="small" onClick={() => void openPanel(page, 'createPasskey')}>
          {say('tier.addPasskey')}
        </Button>
        <Button size="small" onClick={() => void openPanel(page, 'createCode')}>
          {say(hasCode ? 'tier.newCode' : 'tier.addCode')}
        </Button>
      </div>
      <Protect page={page} account={account} />
    </Section>
  )
}
