import { Address, Button, CopyButton, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { evmNamespace } from '../../chains/evm/model/evmNamespace.ts'
import { useSay, useWords } from '../locales/WordsContext.tsx'
import type { AccountPage, DrawSmartAccount } from '../page/AccountPage.ts'
import { Item, Section, type SectionProps } from '../sections/Section.tsx'

const smartNetworks = ({ config }: AccountPage) =>
  config.chains.filter(({ smartAccounts }) => smartAccounts !== undefined)

/** Of a network's name and the line below it that says that nobody may act, CSS px. */
const NETWORK_HEIGHT = 56

/** Has the place of what comes: the address, and each network with its line. */
function Place({ page, owner }: { page: AccountPage; owner: string }): ReactElement {
  const say = useSay()
  return (
    <div className="ac-place" role="status" aria-label={say('permissions.loading')}>
      {/* The other address is as long as this one, and broken at the same place. */}
      <ul className="ac-list ac-shape" aria-hidden="true" inert>
        <Item title={<Address value={owner} form="long" />}>
          <CopyButton value={owner} label={say('copy')} copiedLabel={say('copied')} />
        </Item>
      </ul>
      {smartNetworks(page).map(({ id }) => (
        <Skeleton key={id} shape="box" height={NETWORK_HEIGHT} />
      ))}
    </div>
  )
}

function Later({ page, owner }: { page: AccountPage; owner: `0x${string}` }): ReactElement {
  const say = useSay()
  const { tag } = useWords()
  const [part, setPart] = useState<DrawSmartAccount | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads anew.
  useEffect(() => {
    let left = false
    page.loadSmartAccount(page, tag).then(
      (draw) => left || setPart(() => draw),
      () => left || setPart('failed'),
    )
    return () => {
      left = true
    }
  }, [page, tag, round])
  const again = () => {
    setPart(null)
    setRound((count) => count + 1)
  }
  if (part === null) return <Place page={page} owner={owner} />
  if (part === 'failed')
    return (
      <div className="ac-row-end">
        <span className="lk-small lk-dim" role="alert">
          {say('permissions.failed')}
        </span>
        <Button size="small" onClick={again}>
          {say('tryAgain')}
        </Button>
      </div>
    )
  return part(owner)
}

/** The smart account and whom it lets act; nothing where the operator offers no such accounts. */
export function SmartAccountSection({ page, account }: SectionProps): ReactElement | null {
  const say = useSay()
  const owner = account.wallet?.accounts.find(({ namespace }) => namespace === evmNamespace)?.address
  if (owner === undefined || smartNetworks(page).length === 0) return null
  return (
    <Section title={say('smart.title')} lede={say('smart.lede')}>
      <Later page={page} owner={owner as `0x${string}`} />
    </Section>
  )
}
