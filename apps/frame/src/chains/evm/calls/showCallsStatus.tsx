import type { TokenInfo } from '@latchkey/chain-evm/decode/types'
import { UnknownCallsIdError, UserRejectedError } from '@latchkey/protocol/frame'
import { pause } from '@latchkey/std/pause'
import '../../../screens/approval/approval.css'
import './callsStatus.css'
import '../../../screens/approval/approvalEdits.css'
import type { Detour } from '../../../approvals/ApprovalView.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { showScreen } from '../../../context/showScreen.ts'
import type { ScreenProps } from '../../../screens/parts/ScreenProps.ts'
import { createStore, type Store } from '../../../store/store.ts'
import type { PendingTransaction } from '../pending/PendingTransaction.ts'
import { refreshPending } from '../pending/refreshPending.ts'
import type { Known } from '../rpc/askChain.ts'
import { namedCalls } from './answerCallsStatus.ts'
import type { CallsRecord } from './CallsRecord.ts'
import { CallsStatusScreen } from './CallsStatusScreen.tsx'
import {
  type CallsStatusView,
  callsStatusView,
  type ReadCalls,
  readCallsOf,
  readCallTokens,
  rowsOfRecord,
} from './callsStatusView.ts'
import { type CallsStatus, readCallsStatus } from './readCallsStatus.ts'

/** ms between two looks, while it is under way. */
const interval = 2_000

type Content = Store<CallsStatusView>

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
    content.set(
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
    const isFree = () => store.get().screen.name === 'none'
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
  const content = createStore<CallsStatusView>(first)
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
