import { Button, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { evmNamespace } from '../../chains/evm/model/evmNamespace.ts'
import { useSay, useWords } from '../locales/WordsContext.tsx'
import type { AccountPage, DrawSmartAccount } from '../page/AccountPage.ts'
import { Section, type SectionProps } from '../sections/Section.tsx'

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
  if (part === null)
    return (
      <div role="status" aria-label={say('permissions.loading')}>
        <Skeleton shape="box" height={56} />
      </div>
    )
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
  if (owner === undefined || !page.config.chains.some(({ smartAccounts }) => smartAccounts)) return null
  return (
    <Section title={say('smart.title')} lede={say('smart.lede')}>
      <Later page={page} owner={owner as `0x${string}`} />
    </Section>
  )
}
