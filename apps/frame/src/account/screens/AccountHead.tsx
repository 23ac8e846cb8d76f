import { Address, Amount, Avatar, Button, CopyButton, Skeleton, shortAddress } from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatCents } from '../../approvals/worth.ts'
import { evmNamespace } from '../../chains/evm/model/evmNamespace.ts'
import { useStore } from '../../store/useStore.ts'
import { useSay, useWords } from '../locales/WordsContext.tsx'
import type { Account, AccountPage } from '../page/AccountPage.ts'
import { signOut } from '../page/accountActions.ts'
import type { Balance } from '../page/readBalance.ts'
import type { SectionProps } from '../sections/Section.tsx'

/** The person's own name where a network told one, else the address by which they sign in. */
function nameOf({ identities, emailHint }: Account): string | undefined {
  const named = identities.find(
    ({ provider, label }) => provider !== 'email' && provider !== 'passkey' && label,
  )
  return named?.label ?? emailHint ?? identities.find(({ label }) => label)?.label
}

/** What the accounts are worth; "—" where nobody knows, never 0. */
function Worth({ page, owner }: { page: AccountPage; owner: `0x${string}` }): ReactElement {
  const say = useSay()
  const { tag } = useWords()
  const [balance, setBalance] = useState<Balance | 'unknown' | null>(null)
  useEffect(() => {
    const left = new AbortController()
    page.readBalance(owner, left.signal).then(
      (known) => left.signal.aborted || setBalance(known),
      () => left.signal.aborted || setBalance('unknown'),
    )
    return () => left.abort()
  }, [page, owner])
  if (balance === null)
    return (
      <div className="ac-worth" role="status" aria-label={say('overview.loading')}>
        <Skeleton shape="box" width={160} height={36} />
      </div>
    )
  const known = balance === 'unknown' ? undefined : balance
  return (
    <div className="ac-worth">
      <span className="lk-hidden">{say('overview.balance')} </span>
      <Amount
        size="hero"
        value={known && formatCents(tag, known.cents, false)}
        unknownLabel={say('overview.unknown')}
      />
      {known && !known.isWhole ? <p className="lk-small lk-dim">{say('overview.notAll')}</p> : null}
    </div>
  )
}

/** Who it is, and with how much. */
export function AccountHead({ page, account }: SectionProps): ReactElement {
  const say = useSay()
  const { busy } = useStore(page.store)
  const name = nameOf(account)
  const owner = account.wallet?.accounts.find(({ namespace }) => namespace === evmNamespace)?.address
  return (
    <div className="ac-overview">
      <div className="ac-head">
        <div className="ac-who">
          <Avatar seed={owner ?? name ?? ''} size={56} />
          <div className="ac-who-text">
            <h1 className="ac-h1">
              {name ? <span className="lk-hidden">{`${say('title')}: `}</span> : null}
              <bdi>{name ?? say('title')}</bdi>
            </h1>
            {owner === undefined ? null : (
              <CopyButton
                variant="inline"
                value={owner}
                label={`${shortAddress(owner)}. ${say('copyAddress')}`}
                copiedLabel={say('copied')}
                failedLabel={say('copyFailed')}
              >
                <Address value={owner} />
              </CopyButton>
            )}
          </div>
        </div>
        <Button size="small" loading={busy === 'signOut'} onClick={() => void signOut(page)}>
          {say('signOut')}
        </Button>
      </div>
      {owner === undefined ? null : <Worth page={page} owner={owner as `0x${string}`} />}
    </div>
  )
}
