import {
  parseMessageRequest,
  parseTransactionRequest,
  parseTypedDataRequest,
  purposeOf,
} from '@latchkey/chain-evm/decode'
import type { SiweDoubt, TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import type {
  ApprovalScreenContent,
  ApprovalView,
  CallRow,
  Detour,
  Value,
} from '../approvals/ApprovalView.ts'
import { networkStop } from '../approvals/phrases.ts'
import { messageView, signInView } from '../chains/evm/message/messageApproval.ts'
import type {
  PendingTransaction,
  TransactionFacts,
  TransactionViewInput,
} from '../chains/evm/model/transaction.ts'
import { completeTransaction } from '../chains/evm/transaction/completeTransaction.ts'
import { replacementView } from '../chains/evm/transaction/transactionApproval.ts'
import { pendingTransactionView, transactionView } from '../chains/evm/transaction/transactionView.ts'
import { relayedView } from '../chains/evm/typedData/relayedView.ts'
import { permitView, typedDataView } from '../chains/evm/typedData/typedDataView.ts'
import { emailView } from '../host/shareEmail.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import { bitcoinViews } from './bitcoinStates.ts'
import { clearViews } from './clearStates.ts'
import { workbenchNow } from './codeStates.ts'
import { permissionViews } from './permissionStates.ts'
import * as sample from './sampleRequests.ts'
import { solanaViews } from './solanaStates.ts'

const chain: ChainInfo = {
  id: 31337,
  caip2: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
}
const request = { method: '', params: [], chain }
const context = { chainId: chain.id, address: sample.account }
const usdc: TokenInfo = { symbol: 'USDC', decimals: 6, collectible: false }
const tokens = new Map([[sample.token.toLowerCase(), usdc]])
const contracts = (isContract: boolean) => new Map([[sample.spender.toLowerCase(), isContract]])

const plainFacts: Omit<TransactionFacts, 'decoded'> = {
  nonce: 7,
  balance: 2_500_000_000_000_000_000n,
  baseFee: 1_200_000_000n,
  tip: 100_000_000n,
  gas: { ok: true, units: 51_000n },
  simulation: undefined,
  simulatedAt: workbenchNow,
  tokens,
  contracts: contracts(true),
  recipientUnused: false,
}

function inputOf(fields: object, change: Partial<TransactionFacts>, known: string[]): TransactionViewInput {
  const wanted = parseTransactionRequest([{ from: sample.account, ...fields }], context)
  const facts: TransactionFacts = { ...plainFacts, decoded: sample.decode(wanted), ...change }
  return { chain, wanted, transaction: completeTransaction(wanted, chain.id, facts), facts, known }
}

const transaction = (
  fields: object,
  change: Partial<TransactionFacts> = {},
  known: string[] = [],
): ApprovalView => transactionView(inputOf(fields, change, known))

const waiting: PendingTransaction = {
  hash: `0x${'ab'.repeat(32)}`,
  nonce: 5,
  sentAt: workbenchNow - 240_000,
  origin: 'http://app.localhost:5173',
  sentAs: 'asked',
  to: sample.friend,
  value: '500000000000000000',
  data: '0x',
  maxFeePerGas: '1300000000',
  maxPriorityFeePerGas: '100000000',
}

/** The screen of the person's own doing with a transaction that waits. */
function replacement(way: Detour, change: Partial<TransactionFacts> = {}): ApprovalView {
  const cancel = way === 'cancel'
  const fields = { to: cancel ? sample.account : sample.friend, value: cancel ? '0x0' : '0x6f05b59d3b20000' }
  const facts = { gas: { ok: true, units: 21_000n } as const, pending: [waiting], ...change }
  const input = inputOf({ ...fields, nonce: '0x5' }, facts, [])
  const wish = { speed: 'fast' } as const
  const transaction = completeTransaction(input.wanted, chain.id, input.facts, wish)
  return replacementView({ ...input, transaction, wish }, { way, old: waiting })
}

/** Steps that are approved together, as many as wanted. */
const steps = (count: number): CallRow[] =>
  Array.from({ length: count }, (_, index): CallRow => {
    const amount: Value = { kind: 'amount', amount: 125_500_000n, decimals: 6, symbol: 'USDC' }
    if (index % 3 === 0) {
      const values = { spender: { kind: 'address', address: sample.spender }, amount } as const
      return {
        sentence: { key: 'approval.say', values },
        to: sample.spender,
        contract: sample.token,
        ...(index === 0 ? { level: 'danger' } : {}),
      }
    }
    const to = { kind: 'address', address: sample.friend } as const
    if (index % 3 === 1)
      return {
        sentence: { key: 'send.token', values: { amount, to } },
        to: sample.friend,
        contract: sample.token,
      }
    const value: Value = { kind: 'amount', amount: 10_000_000_000_000_000n, decimals: 18, symbol: 'ETH' }
    return { sentence: { key: 'unknown.say', values: { to } }, to: sample.friend, value, level: 'warning' }
  })

const together = (count: number): ApprovalView => ({
  ...transaction({ to: sample.spender, data: sample.batchData, value: '0x16345785d8a0000' }),
  sentence: { key: 'batch.say_other', values: { count: { kind: 'count', count } } },
  calls: steps(count),
})

function permit(document: object, isContract = true): ApprovalView {
  const data = parseTypedDataRequest([sample.account, document], context)
  const purpose = purposeOf(data)
  const known = { tokens, contracts: contracts(isContract) }
  if (purpose.kind === 'relayed')
    return relayedView(request, data, purpose, {
      ...known,
      known: { recipients: [sample.lookalike], tokens: [] },
      now: workbenchNow,
    })
  if (!('allowances' in purpose)) return typedDataView(request, data)
  return permitView(workbenchNow, request, data, purpose, known)
}

const message = (text: string) => parseMessageRequest([text, sample.account])
const signIn = (text: string, doubts: readonly SiweDoubt[] = []) => {
  const parsed = message(text)
  return parsed.siwe
    ? signInView(parsed.siwe, { message: parsed, request, doubts: [...doubts, ...parsed.siwe.deviations] })
    : undefined
}
/** Everything that can be doubted of a sign-in which is not refused. */
const doubtfulSignIn = sample.signIn
  .replace(sample.account, sample.account.toLowerCase())
  .replace(/Nonce: .*/, 'Nonce: 3f2b1c9e-7d4a-4b1e-9a60-1c2d3e4f5a6b')
  .replace(/\n\n.+\n\nURI/, '\n\nWillkommen zurück, señor.\n\nURI')
const outgoing = { status: 'success', gasUsed: 21_000n, revertReason: null, permissions: [] } as const
const send = () =>
  transaction(
    { to: sample.friend, value: '0x6f05b59d3b20000' },
    {
      gas: { ok: true, units: 21_000n },
      simulation: { ...outgoing, changes: [{ asset: null, amount: -500_000_000_000_000_000n }] },
    },
  )

/** Every approval screen in every state, made by the same functions as the real ones. */
export const approvalViews: Readonly<Record<string, ApprovalView | undefined>> = {
  'send-native': send(),
  'send-native-new': transaction(
    { to: sample.friend, value: '0x2386f26fc10000' },
    { gas: { ok: true, units: 21_000n }, recipientUnused: true },
  ),
  'send-lookalike': transaction(
    { to: sample.friend, value: '0x2386f26fc10000' },
    { gas: { ok: true, units: 21_000n } },
    [sample.lookalike],
  ),
  'send-token': transaction(
    { to: sample.token, data: sample.transferData },
    { simulation: { ...outgoing, changes: [{ asset: sample.token, amount: -125_500_000n }] } },
  ),
  'send-loading': pendingTransactionView(chain, sample.wanted, sample.decode(sample.wanted)),
  'send-funds': transaction({ to: sample.friend, value: '0x8ac7230489e80000' }),
  'send-refused': transaction(
    { to: sample.token, data: sample.transferData },
    { gas: { ok: false, reason: 'ERC20: transfer amount exceeds balance' } },
  ),
  'send-reverts': transaction(
    { to: sample.token, data: sample.transferData, gas: '0x15f90' },
    {
      gas: { ok: false, reason: 'ERC20: transfer amount exceeds balance' },
      simulation: { ...outgoing, status: 'reverted', changes: [], revertReason: null },
    },
  ),
  'send-network': {
    ...pendingTransactionView(chain, sample.wanted, sample.decode(sample.wanted)),
    stop: networkStop,
  },
  'approval-limited': transaction({ to: sample.token, data: sample.approveData(250_000_000n) }),
  'approval-unlimited': transaction({ to: sample.token, data: sample.approveData(2n ** 256n - 1n) }),
  'approval-person': transaction(
    { to: sample.token, data: sample.approveData(2n ** 256n - 1n) },
    { contracts: contracts(false) },
  ),
  'approval-all': transaction({ to: sample.token, data: sample.approveAllData }),
  'approval-hidden': transaction(
    { to: sample.spender, data: '0x12345678' },
    {
      simulation: {
        ...outgoing,
        changes: [{ asset: sample.token, amount: 9_000_000n }],
        permissions: [
          {
            token: sample.token,
            spender: sample.friend,
            kind: 'amount',
            amount: 2n ** 256n - 1n,
            unlimited: true,
            expiresAt: null,
          },
        ],
      },
    },
  ),
  batch: transaction({ to: sample.spender, data: sample.batchData, value: '0x16345785d8a0000' }),
  'fee-set': transaction({
    to: sample.token,
    data: sample.transferData,
    gas: '0x30d40',
    maxFeePerGas: '0x174876e800',
    maxPriorityFeePerGas: '0x174876e800',
    nonce: '0x9',
  }),
  'fee-own': transaction({ to: sample.friend, value: '0x6f05b59d3b20000', maxFeePerGas: '0xb2d05e00' }),
  'fee-storing': transaction(
    { to: sample.friend, value: '0x6f05b59d3b20000' },
    { l1: { storing: 18_400_000_000_000n, operator: 0n } },
  ),
  'fee-storing-unknown': transaction({ to: sample.friend, value: '0x6f05b59d3b20000' }, { l1: 'unknown' }),
  'approval-cap': transaction(
    { to: sample.token, data: sample.approveData(2n ** 256n - 1n) },
    { balances: new Map([[sample.token.toLowerCase(), 1_250_500_000n]]) },
  ),
  'send-imitation': transaction(
    { to: sample.token, data: sample.transferData },
    { tokens: new Map([[sample.token.toLowerCase(), { ...usdc, symbol: 'ЕTH' }]]) },
  ),
  'calls-three': together(3),
  'calls-eight': together(8),
  'pending-notice': transaction(
    { to: sample.friend, value: '0x6f05b59d3b20000' },
    { gas: { ok: true, units: 21_000n }, pending: [waiting] },
  ),
  'pending-speed-up': replacement('speedUp'),
  'pending-stop': replacement('cancel'),
  'pending-done': replacement('cancel', { confirmed: 6 }),
  'pending-replaced': transaction(
    { to: sample.friend, value: '0x6f05b59d3b20000', nonce: '0x5', maxFeePerGas: '0x4d7c6d00' },
    { gas: { ok: true, units: 21_000n }, pending: [waiting] },
  ),
  'unknown-call': transaction({ to: sample.spender, data: '0x12345678', value: '0x2386f26fc10000' }),
  ...clearViews(transaction),
  create: transaction({ data: '0x6080604052' }),
  'message-text': messageView(
    message('Hello from the demo.\n\nThis signature proves that the account is yours.'),
    request,
  ),
  'message-hidden': messageView(message('Pay \u202e0001\u202c to me\u200b.'), request),
  'message-bytes': messageView(message('0xfffefdfc00112233445566778899aabbccddeeff'), request),
  'message-hash': messageView(
    parseMessageRequest([`0x${'5eed'.repeat(16)}`, sample.account], { hashes: true }),
    request,
  ),
  'sign-in': signIn(sample.signIn),
  'sign-in-doubtful': signIn(doubtfulSignIn, ['network', 'time']),
  'permit-limited': permit(sample.permit('250000000')),
  'permit-unlimited': permit(sample.permit(String(2n ** 256n - 1n)), false),
  'permit2-batch': permit(sample.permit2Batch),
  'permit2-witness': permit(sample.permit2Witness),
  'typed-data': permit(sample.mail),
  'authorised-transfer': permit(sample.authorization),
  'meta-transaction': permit(sample.metaTransaction),
  'share-email': emailView('maria@example.com'),
  ...permissionViews,
  ...bitcoinViews,
  ...solanaViews,
}

const nothing = () => undefined

/** What the screen gets around a view. */
export function approvalContent(
  view: ApprovalView,
  change: Partial<ApprovalScreenContent> = {},
): ApprovalScreenContent {
  return {
    id: 'request',
    hash: view.stop || view.changes?.status === 'loading' ? null : '0x00',
    revision: 1,
    view,
    phase: view.changes?.status === 'loading' ? 'preparing' : 'ready',
    failure: null,
    site: siteIdentity('http://app.localhost:5173', [
      { pattern: 'http://app.localhost:5173', publicSuffix: 'localhost' },
    ]),
    appName: 'Latchkey demo',
    waiting: 0,
    onApprove: nothing,
    onReject: nothing,
    onRetry: nothing,
    onEdit: nothing,
    onDetour: nothing,
    ...change,
  }
}
