import type { ReactElement } from 'react'
import type { ApprovalScreenContent, Receipt } from '../approvals/ApprovalView.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { markOf } from '../screens/parts/OwnMark.tsx'
import { CodeScreen } from '../screens/signIn/CodeScreen.tsx'
import { siteIdentity } from '../site/siteIdentity.ts'
import { approvalContent, approvalViews } from './approvalStates.ts'
import { callsStates } from './callsStates.tsx'
import { codeStates } from './codeStates.ts'
import { signInStates } from './signInStates.tsx'
import '../screens/approval/approval.css'
import '../screens/approval/approvalEdits.css'

/** One screen in one state, with everything it needs. */
export type WorkbenchState = { name: string; element: ReactElement }

const shared = {
  wallet: { name: 'Latchkey', host: 'wallet.localhost', mark: markOf('boat-teal') },
  onEscape: () => undefined,
  onFocusExit: () => undefined,
}
const idn = siteIdentity('https://app.xn--bcher-kva.example', [
  { pattern: 'https://*.xn--bcher-kva.example', publicSuffix: 'example' },
])

const receipt = (status: Receipt['status']): Receipt => ({
  status,
  facts:
    status === 'signed'
      ? []
      : [
          ...(status === 'pending'
            ? []
            : [
                {
                  label: 'receipt.paid',
                  value: { kind: 'amount', amount: 27_300_000_000_000n, decimals: 18, symbol: 'ETH' },
                } as const,
              ]),
          { label: 'row.transaction', value: { kind: 'text', text: `0x${'5a7e'.repeat(16)}` }, long: true },
        ],
  link: status === 'signed' ? null : 'https://explorer.example/tx/0x5a7e',
  isStale: false,
})

/** A token's picture, as the service would give it. */
const tokenPicture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"%3E%3Ccircle cx="20" cy="20" r="20" fill="%232775ca"/%3E%3Ccircle cx="20" cy="20" r="9" fill="none" stroke="%23fff" stroke-width="3"/%3E%3C/svg%3E'

const variants: Readonly<Record<string, readonly [string, Partial<ApprovalScreenContent>]>> = {
  'send-worth': ['send-native', { advice: { price: 2806.4312, picture: null } }],
  'send-token-worth': ['send-token', { advice: { price: 0.9998, picture: tokenPicture } }],
  'send-confirming': ['send-native', { phase: 'confirming' }],
  'send-signing': ['send-native', { phase: 'signing' }],
  'send-sending': ['send-native', { phase: 'sending' }],
  'send-failed': [
    'send-native',
    { failure: { title: { key: 'stop.failed' }, body: { key: 'stop.failed.body' }, code: '4000' } },
  ],
  'receipt-signed': ['message-text', { receipt: receipt('signed') }],
  'receipt-pending': ['send-native', { receipt: receipt('pending') }],
  'receipt-confirmed': ['send-native', { receipt: receipt('confirmed') }],
  'receipt-final': ['approval-limited', { receipt: receipt('final') }],
  'receipt-failed': ['send-token', { receipt: { ...receipt('failed'), isStale: true } }],
  'pending-own': ['pending-speed-up', { own: true, waiting: 1 }],
  'message-waiting': ['message-text', { waiting: 2 }],
  'message-idn': ['message-text', { site: idn, appName: null }],
}

function approvalElement(view: string, change: Partial<ApprovalScreenContent> = {}): ReactElement | null {
  const shown = approvalViews[view]
  return shown ? <ApprovalScreen {...shared} {...approvalContent(shown, change)} /> : null
}

/** Every screen of the frame in every state. */
export const workbenchStates: readonly WorkbenchState[] = [
  ...Object.entries(codeStates).map(([name, flow]) => ({
    name,
    element: <CodeScreen {...shared} flow={flow} />,
  })),
  ...Object.entries(signInStates).map(([name, element]) => ({ name, element })),
  ...Object.entries(callsStates).map(([name, element]) => ({ name, element })),
  ...Object.keys(approvalViews).flatMap((name) => {
    const element = approvalElement(name)
    return element ? [{ name, element }] : []
  }),
  ...Object.entries(variants).flatMap(([name, [view, change]]) => {
    const element = approvalElement(view, change)
    return element ? [{ name, element }] : []
  }),
]
