import type { AccountPermission, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import { operationView } from '../chains/evm/operation/operationView.ts'
import type { PermissionKnowledge } from '../chains/evm/permissions/manager.ts'
import {
  grantWords,
  limitAmount,
  type PermissionWords,
  revokeWords,
} from '../chains/evm/permissions/permissionView.ts'
import { workbenchNow } from './codeStates.ts'
import * as sample from './sampleRequests.ts'

const chain: ChainInfo = {
  id: 31337,
  caip2: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
}
const now = Math.floor(workbenchNow / 1_000)
const day = 86_400
const usdc = { symbol: 'USDC', decimals: 6, collectible: false }
const known: PermissionKnowledge = {
  tokens: new Map([[sample.token.toLowerCase(), usdc]]),
  balances: new Map([
    ['native', 2_500_000_000_000_000_000n],
    [sample.token.toLowerCase(), 40_000_000n],
  ]),
  enabled: true,
}

const coins: AccountPermission = {
  grantee: sample.friend,
  expiry: now + 14 * day,
  limits: [{ token: null, amount: 50_000_000_000_000_000n, start: now, period: 0 }],
  calls: [],
}
const weekly: AccountPermission = {
  ...coins,
  expiry: now + 90 * day,
  limits: [{ token: sample.token, amount: 50_000_000n, start: now, period: 7 * day }],
}
const play: AccountPermission = {
  ...coins,
  limits: [],
  calls: [
    { target: sample.spender, selector: '0x93e84cd9' },
    { target: sample.spender, selector: '0x40c10f19' },
  ],
}

const operation: UserOperation = {
  sender: sample.account,
  nonce: 0n,
  callData: '0x',
  callGasLimit: 180_000n,
  verificationGasLimit: 300_000n,
  preVerificationGas: 60_000n,
  maxFeePerGas: 1_500_000_000n,
  maxPriorityFeePerGas: 100_000_000n,
}

function view(words: PermissionWords, deployed: boolean, sponsor: string | null): ApprovalView {
  const call = { to: sample.spender, value: 0n, data: '0x12345678' } as const
  const hash = `0x${'ab'.repeat(32)}` as const
  return operationView({
    chain,
    account: sample.account,
    intent: { calls: [call], ...words },
    first: [call],
    decoded: [sample.decode({ ...sample.wanted, ...call })],
    facts: {
      deployed,
      nonce: 0n,
      balance: 2_500_000_000_000_000_000n,
      deposit: 0n,
      block: 7n,
      baseFee: 1_200_000_000n,
      tip: 100_000_000n,
      usualPrice: 1_500_000_000n,
      price: { maxFeePerGas: 1_500_000_000n, maxPriorityFeePerGas: 100_000_000n },
      tokens: known.tokens,
      contracts: new Map(),
      balances: new Map(),
    },
    completed: {
      operation,
      paidBy: sponsor === null ? null : { name: sponsor, ownName: null },
      sponsorRefused: false,
    },
    shown: { operation, chainId: chain.id, userOpHash: hash, toSign: { json: '{}', hash }, sinceBlock: 7n },
    simulation: { status: 'success', changes: [], permissions: [], revertReason: null, gasUsed: 150_000n },
    simulatedAt: workbenchNow,
    known: { recipients: [], tokens: [] },
  })
}

const grant = (permissions: readonly AccountPermission[], justification: string | null, enabled: boolean) =>
  grantWords(
    chain,
    permissions.map((permission) => ({ permission, justification })),
    { ...known, enabled },
    now,
  )

/** What others may spend afterwards stands with what changes. */
const withGiven = (shown: ApprovalView, { limits }: AccountPermission): ApprovalView => ({
  ...shown,
  changes: {
    status: 'exact',
    rows: limits.map((limit) => ({
      direction: 'gives',
      value: limitAmount(chain, limit, known),
      ...(limit.token === null ? {} : { token: limit.token }),
    })),
  },
})

const withEnds = (shown: ApprovalView): ApprovalView => ({
  ...shown,
  until: { chosen: weekly.expiry, options: [now + day, now + 30 * day, weekly.expiry] },
  facts: shown.facts.map((fact) => (fact.label === 'row.expires' ? { ...fact, editable: 'until' } : fact)),
})

/** The screens that give permissions and take them back. */
export const permissionViews: Readonly<Record<string, ApprovalView>> = {
  'permission-first': withGiven(
    view(grant([coins], 'Pays for the moves of your game', false), false, 'Latchkey demo'),
    coins,
  ),
  'permission-weekly': {
    ...withEnds(withGiven(view(grant([weekly], 'Monthly plan', true), true, null), weekly)),
    caps: [
      {
        call: 0,
        token: sample.token,
        symbol: 'USDC',
        decimals: 6,
        asked: 50_000_000n,
        current: 50_000_000n,
        unlimited: false,
        balance: 40_000_000n,
      },
    ],
  },
  'permission-calls': view(grant([play], null, true), true, 'Latchkey demo'),
  'permission-several': view(grant([coins, weekly], null, true), true, null),
  'permission-revoke': view(revokeWords(chain, [weekly], known, now), true, 'Latchkey demo'),
}
