import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { UserRejectedError } from '@latchkey/protocol/frame'
import { Address, CopyButton, LiveRegion } from '@latchkey/ui'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownApproval } from '../../approvals/ApprovalView.ts'
import type { ChainRpc } from '../../context/ChainRpc.ts'
import { approvalLocale } from '../../locales/approvalLocale.ts'
import type { Locale } from '../../locales/Locale.ts'
import { LocaleProvider } from '../../locales/LocaleContext.tsx'
import { ApprovalScreen } from '../../screens/approval/ApprovalScreen.tsx'
import type { FocusDirection } from '../../screens/parts/ScreenFrame.tsx'
import type { Wallet } from '../../screens/parts/ScreenProps.ts'
import type { SiteIdentity } from '../../site/plainText.ts'
import { siteIdentity } from '../../site/siteIdentity.ts'
import { useStore } from '../../store/useStore.ts'
import { useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { showFailure } from '../page/accountActions.ts'
import { Item } from '../sections/Section.tsx'
import { accountContext, createRevocations, type Revocations } from './createRevocations.ts'
import { NetworkPermissions } from './NetworkPermissions.tsx'
import '../../frame.css'
import '../../screens/approval/approval.css'
import '../../screens/approval/approvalEdits.css'
import './permissions.css'

export type ApprovalDialogProps = {
  shown: ShownApproval
  site: SiteIdentity
  wallet: Wallet
  label: string
}

const controls = 'button, input, summary, a[href], [tabindex="0"]:not(.fr-edge)'

/** Puts an approval over the page. Tab stays within; Escape turns back, as the button does. */
export function ApprovalDialog({ shown, site, wallet, label }: ApprovalDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const wrap = (direction: FocusDirection) => {
    const all = dialog.current?.querySelectorAll<HTMLElement>(controls) ?? []
    all[direction === 'forward' ? 0 : all.length - 1]?.focus()
  }
  return (
    <dialog
      ref={dialog}
      className="ac-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        shown.onReject()
      }}
    >
      <ApprovalScreen
        {...shown}
        own
        site={site}
        appName={null}
        wallet={wallet}
        onEscape={shown.onReject}
        onFocusExit={wrap}
      />
    </dialog>
  )
}

export type SmartAccountContentProps = {
  page: AccountPage
  /** The plain account that owns it. */
  owner: `0x${string}`
  /** The way to the networks. */
  rpc: ChainRpc
  locale: Locale
}

const isTurnedBack = (error: unknown) => error instanceof BaseError && error.code === UserRejectedError.code

/** Runs one revocation at a time and tells how it ended. */
function useRevoke(page: AccountPage, revocations: Revocations) {
  const [busy, setBusy] = useState<string | null>(null)
  const [done, setDone] = useState(0)
  const left = useRef<AbortController>(null)
  useEffect(() => {
    const abort = new AbortController()
    left.current = abort
    return () => abort.abort()
  }, [])
  const revoke = async (chain: ChainInfo, ids: readonly `0x${string}`[]): Promise<boolean> => {
    const signal = left.current?.signal
    if (busy !== null || !signal) return false
    setBusy(ids.join())
    page.store.setState({ notice: null })
    try {
      await revocations.revoke(chain, ids, signal)
      setDone((count) => count + ids.length)
      return true
    } catch (error) {
      if (!isTurnedBack(error)) showFailure(page, error)
      return false
    } finally {
      if (!signal.aborted) setBusy(null)
    }
  }
  return { busy, done, revoke }
}

function Approving({
  page,
  revocations,
}: {
  page: AccountPage
  revocations: Revocations
}): ReactElement | null {
  const say = useSay()
  const { shown } = useStore(revocations.store)
  const { walletOrigin, walletName, allowedOrigins } = page.config
  if (!shown) return null
  return (
    <ApprovalDialog
      shown={shown}
      label={say('permissions.revoke')}
      site={siteIdentity(walletOrigin, allowedOrigins)}
      wallet={{ name: walletName, host: new URL(walletOrigin).host }}
    />
  )
}

/** The smart account: its one address, and on each network whom it lets act without asking. */
export function SmartAccountContent({ page, owner, rpc, locale }: SmartAccountContentProps): ReactElement {
  const say = useSay()
  const complete = useMemo(() => approvalLocale(locale), [locale])
  const revocations = useMemo(() => createRevocations(accountContext(page, rpc)), [page, rpc])
  const { busy, done, revoke } = useRevoke(page, revocations)
  const account = safeAccount.addressOf(owner)
  return (
    <LocaleProvider value={complete}>
      <ul className="ac-list">
        <Item title={<Address value={account} form="long" />}>
          <CopyButton value={account} label={say('copy')} copiedLabel={say('copied')} />
        </Item>
      </ul>
      {page.config.chains
        .filter(({ smartAccounts }) => smartAccounts !== undefined)
        .map((chain) => (
          <NetworkPermissions
            key={chain.id}
            rpc={rpc}
            chain={chain}
            account={account}
            now={page.now}
            busy={busy}
            onRevoke={revoke}
          />
        ))}
      <LiveRegion message={done > 0 ? say('permissions.revoked_other', { count: done }) : ''} />
      <Approving page={page} revocations={revocations} />
    </LocaleProvider>
  )
}
