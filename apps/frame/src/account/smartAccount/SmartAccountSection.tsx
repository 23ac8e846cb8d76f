import { Button, Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import type { ChainRpc } from '../../context/ChainRpc.ts'
import type { Locale } from '../../locales/Locale.ts'
import { useSay, useWords } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { Section, type SectionProps } from '../sections/Section.tsx'
import type { SmartAccountContentProps } from './SmartAccountContent.tsx'

type Part = {
  Content: (props: SmartAccountContentProps) => ReactElement
  rpc: ChainRpc
  locale: Locale
}

/** Everything that decodes, reads networks and shows approvals is a part of its own. */
async function loadPart({ config }: AccountPage, tag: string): Promise<Part> {
  const [{ SmartAccountContent }, { createChainRpc }, { loadLocale }] = await Promise.all([
    import('./SmartAccountContent.tsx'),
    import('../../chains/evm/rpc/createChainRpc.ts'),
    import('../../locales/loadLocale.ts'),
  ])
  const rpc = createChainRpc(config, window.fetch.bind(window))
  return { Content: SmartAccountContent, rpc, locale: await loadLocale(tag) }
}

function Later({ page, owner }: { page: AccountPage; owner: `0x${string}` }): ReactElement {
  const say = useSay()
  const { tag } = useWords()
  const [part, setPart] = useState<Part | 'failed' | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads anew.
  useEffect(() => {
    let left = false
    loadPart(page, tag).then(
      (loaded) => left || setPart(loaded),
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
  return <part.Content page={page} owner={owner} rpc={part.rpc} locale={part.locale} />
}

/** The smart account and whom it lets act; nothing where the operator offers no such accounts. */
export function SmartAccountSection({ page, account }: SectionProps): ReactElement | null {
  const say = useSay()
  const owner = account.wallet?.accounts.find(({ namespace }) => namespace === 'eip155')?.address
  if (owner === undefined || !page.config.chains.some(({ smartAccounts }) => smartAccounts)) return null
  return (
    <Section title={say('smart.title')} lede={say('smart.lede')}>
      <Later page={page} owner={owner as `0x${string}`} />
    </Section>
  )
}
