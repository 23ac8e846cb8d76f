import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import { UnknownCallsIdError, UserRejectedError } from '@latchkey/protocol/frame'
import { pause } from '@latchkey/std/pause'
import { Button, Icon, Spinner } from '@latchkey/ui'
import { type ReactElement, useId, useMemo } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Detour } from '../../../approvals/ApprovalView.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { showScreen } from '../../../context/showScreen.ts'
import { approvalLocale } from '../../../locales/approvalLocale.ts'
import { LocaleProvider, useLocale, useSay } from '../../../locales/LocaleContext.tsx'
import { CallList } from '../../../screens/approval/CallList.tsx'
import { Facts } from '../../../screens/approval/Facts.tsx'
import { PendingBar } from '../../../screens/approval/Notices.tsx'
import { LinkButton } from '../../../screens/parts/LinkButton.tsx'
import { ScreenFrame } from '../../../screens/parts/ScreenFrame.tsx'
import type { ScreenProps } from '../../../screens/parts/ScreenProps.ts'
import { useStore } from '../../../store/useStore.ts'
import type { Known, PendingTransaction } from '../model/transaction.ts'
import { refreshPending } from '../pending/pendingTransactions.ts'
import { type CallsStatus, namedCalls, readCallsStatus } from './answerCalls.ts'
import {
  type CallsStatusView,
  callsStatusView,
  type ReadCalls,
  readCallsOf,
  readCallTokens,
  rowsOfRecord,
} from './callsStatusView.ts'
import type { CallsRecord } from './callsStore.ts'
import '../../../screens/approval/approval.css'
import './callsStatus.css'
import '../../../screens/approval/approvalEdits.css'

export type CallsStatusScreenProps = ScreenProps & {
  id: string
  content: StoreApi<CallsStatusView>
  onClose: () => void
  /** Another request takes this screen's place. */
  onDetour: (detour: Detour) => void
}

const toneOf = (status: CallsStatusView['status']) =>
  status === 100 ? 'waiting' : status === 200 ? 'success' : 'danger'

/** What it came to, announced when it changes. */
function Status({ view }: { view: CallsStatusView }): ReactElement {
  const say = useSay()
  const tone = toneOf(view.status)
  return (
    <p className="fr-title fr-calls-status" role="status" data-tone={tone}>
      {tone === 'waiting' ? <Spinner /> : <Icon name={tone === 'success' ? 'success' : 'alert'} />}
      {say(view.sentence)}
    </p>
  )
}

type StatusContentProps = Pick<CallsStatusScreenProps, 'onDetour'> & {
  view: CallsStatusView
  heading: string
}

function StatusContent({ view, heading, onDetour }: StatusContentProps): ReactElement {
  const say = useSay()
  return (
    <>
      <div className="lk-stack" data-gap="4">
        <h1 id={heading} tabIndex={-1} className="fr-label">
          {say('status.title')}
        </h1>
        <Status view={view} />
        {view.isStale ? <p className="fr-calls-stale">{say('status.unreachable')}</p> : null}
      </div>
      {view.pending ? <PendingBar pending={view.pending} disabled={false} onDetour={onDetour} /> : null}
      <CallList calls={view.rows} />
      <Facts facts={view.facts} />
      {view.links.map((href) => (
        <LinkButton key={href} href={href}>
          {say('status.look')}
        </LinkButton>
      ))}
    </>
  )
}

function Footer({ onClose }: { onClose: () => void }): ReactElement {
  const say = useSay()
  return <Button onClick={onClose}>{say('status.close')}</Button>
}

/** What became of calls that were sent, live. Nothing can be approved here. */
export function CallsStatusScreen(props: CallsStatusScreenProps): ReactElement {
  const { id, content, onClose, onDetour, ...frame } = props
  const base = useLocale()
  const locale = useMemo(() => approvalLocale(base), [base])
  const heading = useId()
  const view = useStore(content)
  return (
    <LocaleProvider value={locale}>
      <ScreenFrame {...frame} labelledBy={heading} screenKey={id} footer={<Footer onClose={onClose} />}>
        <StatusContent view={view} heading={heading} onDetour={onDetour} />
      </ScreenFrame>
    </LocaleProvider>
  )
}

/** ms between two looks, while it is under way. */
const interval = 2_000

type Content = StoreApi<CallsStatusView>

/** Looks again and again until it is decided, or the screen is gone. */
async function follow(
  frame: Frame,
  record: CallsRecord,
  calls: ReadCalls,
  content: Content,
  signal: AbortSignal,
): Promise<void> {
  const chain = frame.config.chains.find(({ id }) => id === record.chainId)
  if (!chain) return
  let waiting: readonly PendingTransaction[] = []
  let tokens: Known<TokenInfo> | null = null
  let last: CallsStatus | null = null
  while (!signal.aborted) {
    let isStale = false
    try {
      tokens ??= await readCallTokens(frame, record, calls, signal)
      last = await readCallsStatus(frame, record, signal)
      if (!record.operation) waiting = await refreshPending(frame, chain.id, record.account, signal)
    } catch {
      isStale = true
    }
    if (signal.aborted) return
    content.setState(
      callsStatusView(
        chain,
        record,
        rowsOfRecord(chain, record, calls, tokens ?? new Map()),
        last,
        isStale,
        waiting,
      ),
    )
    if (!isStale && last && last.status !== 100) return
    await pause(interval, signal)
  }
}

/** Waits until nothing else is on the screen: what waits for an answer must not be covered. */
function whenFree({ store }: Frame, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const isFree = () => store.getState().screen.name === 'none'
    if (signal.aborted) return reject(new UserRejectedError())
    if (isFree()) return resolve()
    const end = (settle: () => void) => {
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () => end(() => reject(new UserRejectedError()))
    const unsubscribe = store.subscribe(() => {
      if (isFree()) end(resolve)
    })
    signal.addEventListener('abort', onAbort)
  })
}

/**
 * `wallet_showCallsStatus` (EIP-5792): a screen of its own, live until the person closes it. A request that comes
 * meanwhile takes its place.
 *
 * @returns null
 * @throws RpcParamsError (-32602), UnknownCallsIdError (5730)
 */
export async function showCallsStatus(frame: Frame, request: RpcRequest, signal: AbortSignal): Promise<null> {
  const record = await namedCalls(frame, request)
  const chain = frame.config.chains.find(({ id }) => id === record.chainId)
  if (!chain) throw new UnknownCallsIdError()
  const calls = await readCallsOf(record)
  await whenFree(frame, signal)
  const first = callsStatusView(chain, record, rowsOfRecord(chain, record, calls, new Map()), null, false)
  const content = createStore<CallsStatusView>(() => first)
  const gone = new AbortController()
  let replacing: Promise<void> | undefined
  const replace = async (way: Detour) => {
    const approvals = await frame.approvals()
    await approvals.replace(chain, record.account, way, signal)
  }
  const onDetour = (way: Detour) => {
    replacing ??= replace(way)
      .catch(() => undefined)
      .finally(() => {
        replacing = undefined
      })
  }
  void follow(frame, record, calls, content, gone.signal)
  const shown = showScreen<null>(
    frame,
    signal,
    ({ resolve }) => ({
      name: 'approval',
      draw: (props: ScreenProps) => (
        <CallsStatusScreen
          {...props}
          id={record.id}
          content={content}
          onClose={() => resolve(null)}
          onDetour={onDetour}
        />
      ),
    }),
    () => gone.abort(),
  )
  // Whatever takes the screen away, it was shown: that is all that was asked for.
  await shown.catch((error: unknown) => {
    if (!(error instanceof UserRejectedError)) throw error
  })
  // The host keeps the window open for what the person does about a transaction that waits.
  await replacing
  return null
}
