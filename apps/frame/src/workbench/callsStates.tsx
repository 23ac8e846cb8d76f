import type { ReactElement } from 'react'
import { createStore } from 'zustand/vanilla'
import type { CallRow } from '../approvals/ApprovalView.ts'
import type { CallsStatus } from '../chains/evm/calls/answerCalls.ts'
import { callsStatusView } from '../chains/evm/calls/callsStatusView.ts'
import type { CallsRecord } from '../chains/evm/calls/callsStore.ts'
import { CallsStatusScreen } from '../chains/evm/calls/showCallsStatus.tsx'
import { PausedScreen } from '../screens/approval/PausedScreen.tsx'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import { workbenchNow } from './codeStates.ts'
import { friend, token } from './sampleRequests.ts'
import '../chains/evm/calls/callsStatus.css'

const shared: ScreenProps = {
  wallet: { name: 'Latchkey', host: 'wallet.localhost' },
  onEscape: () => undefined,
  onFocusExit: () => undefined,
}
const chain = {
  id: 8453,
  caip2: 'eip155:8453',
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: false,
  explorerUrl: 'https://explorer.example/',
}
const hash = `0x${'5a7e'.repeat(16)}` as const
const record: CallsRecord = {
  id: 'one',
  version: '2.0.0',
  chainId: 8453,
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  createdAt: workbenchNow,
  touchedAt: workbenchNow,
  closed: true,
  calls: [{ to: friend, value: '0x0', data: '0x' }],
  operation: { userOpHash: hash, sinceBlock: '0x1' },
  transactions: [],
}
const amount = { kind: 'amount', amount: 25_000_000n, decimals: 6, symbol: 'USDC' } as const
const rows: readonly CallRow[] = [
  {
    sentence: { key: 'approval.say', values: { spender: { kind: 'address', address: friend }, amount } },
    to: friend,
    contract: token,
  },
  {
    sentence: { key: 'send.token', values: { amount, to: { kind: 'address', address: friend } } },
    to: friend,
    contract: token,
  },
  { sentence: { key: 'value.callUnread' }, to: token },
]
const receipt = {
  transactionHash: hash,
  blockHash: hash,
  blockNumber: '0x1',
  gasUsed: '0x1',
  status: '0x1',
  logs: [],
}

function state(current: CallsStatus | null, isStale = false): ReactElement {
  const content = createStore(() => callsStatusView(chain, record, rows, current, isStale))
  return (
    <CallsStatusScreen
      {...shared}
      id="one"
      content={content}
      onClose={() => undefined}
      onDetour={() => undefined}
    />
  )
}

const paused = (until: number): ReactElement => (
  <PausedScreen
    {...shared}
    site={siteIdentity('http://app.localhost:5173', [
      { pattern: 'http://app.localhost:5173', publicSuffix: 'localhost' },
    ])}
    appName="Latchkey demo"
    until={until}
    now={() => workbenchNow}
    onClose={() => undefined}
    onLift={() => undefined}
  />
)

/** The screens of calls that were sent and of a paused site, in each of their states. */
export const callsStates: Readonly<Record<string, ReactElement>> = {
  'calls-under-way': state({ status: 100, receipts: [] }),
  'calls-stale': state(null, true),
  'calls-done': state({ status: 200, receipts: [receipt] }),
  'calls-not-sent': state({ status: 400, receipts: [] }),
  'calls-failed': state({ status: 500, receipts: [receipt] }),
  'calls-in-part': state({ status: 600, receipts: [receipt] }),
  paused: paused(workbenchNow + 24_000),
  'paused-over': paused(workbenchNow),
}
