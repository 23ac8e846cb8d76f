import type { PsbtInputView, PsbtOutputView, PsbtView } from '@latchkey/chain-bitcoin/decode'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import { fundsStop, nativeAmount, text } from '../approvals/phrases.ts'
import { messageView } from '../chains/bitcoin/message/messageApproval.ts'
import { satoshis } from '../chains/bitcoin/transaction/bitcoinTransaction.ts'
import { pendingView, transactionView } from '../chains/bitcoin/transaction/transactionView.ts'

const chain: ChainInfo = {
  id: 0,
  caip2: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  testnet: true,
}
const payment = 'bcrt1qnjg0jd8228aq7egyzacy8cys3knf9xvr3jn0hc'
const ordinal = 'bcrt1p8ujjp6rlj8vhlp0h6xzn722glk7jv5u7pev7c024v9m8ux29nq0qzz070h'
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const shop = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'

type Kind = 'payment' | 'ordinal'
const spends = (amount: bigint, owner: Kind | null = 'payment', byte = 'a7'): PsbtInputView => ({
  ...{ txid: byte.repeat(32), vout: 1, amount, owner, isProven: owner !== null },
  address: owner === 'ordinal' ? ordinal : owner ? payment : shop,
})
const pays = (amount: bigint, address: string): PsbtOutputView => ({
  ...{ amount, address, script: '0x0014', kind: 'recipient', owner: null },
})
const change = (amount: bigint): PsbtOutputView => ({
  ...{ amount, address: payment, script: '0x0014', kind: 'change', owner: 'payment' },
})

/** A transaction as it would be read. */
function view(
  inputs: readonly PsbtInputView[],
  outputs: readonly PsbtOutputView[],
  more: Partial<PsbtView> = {},
): ApprovalView {
  const sum = (parts: readonly { amount: bigint; owner: Kind | null }[], isOwn: boolean) =>
    parts.reduce((total, { amount, owner }) => (isOwn && owner === null ? total : total + amount), 0n)
  const shown: PsbtView = {
    ...{ inputs, outputs, signs: [0], isFeeProven: true, vsize: 141, isVsizeExact: true, feeRate: 300n },
    ...{ fee: sum(inputs, false) - sum(outputs, false), spent: sum(inputs, true) - sum(outputs, true) },
    ...{ isReplaceable: true, lockTime: 0 },
    ...more,
  }
  const kinds = [...new Set(inputs.flatMap(({ owner }) => owner ?? []))]
  const by = kinds.map((kind) => ({
    ...{ kind, address: kind === 'payment' ? payment : ordinal, script: new Uint8Array(), id: '' },
  }))
  return transactionView(chain, request, { psbt: undefined as never, view: shown, by })
}

const request = { account: payment, raw: 'cHNidP8BAHECAAAAAQ==', isSent: true }
const option = (speed: 'slow' | 'normal' | 'fast', rate: bigint, wait: 'fee.btcSlow' | 'fee.btcFast') => ({
  ...{ speed, wait, expected: satoshis(rate * 141n), most: satoshis(rate * 141n) },
  note: {
    key: 'value.btcRate',
    values: { rate: { kind: 'amount', amount: rate, decimals: 0, symbol: '' } },
  } as const,
})
const transfer = view([spends(75_000n)], [pays(60_000n, friend), change(14_577n)])

/** Every state of an approval on Bitcoin. */
export const bitcoinViews: Readonly<Record<string, ApprovalView>> = {
  'bitcoin-reading': pendingView(chain, request),
  'bitcoin-transfer': {
    ...transfer,
    fee: {
      chosen: 'normal',
      options: [
        option('slow', 1n, 'fee.btcSlow'),
        option('normal', 3n, 'fee.btcSlow'),
        option('fast', 5n, 'fee.btcFast'),
      ],
    },
  },
  'bitcoin-speedUp': {
    ...transfer,
    ...{ title: 'pending.speedUp', approve: 'pending.speedUp' },
    facts: [
      {
        ...{ label: 'row.replaces', value: text('c4'.repeat(32)), long: true },
        note: { key: 'value.btcPaid', values: { amount: satoshis(141n) } },
      },
      ...transfer.facts,
    ],
  },
  'bitcoin-funds': {
    ...pendingView(chain, request),
    stop: fundsStop('BTC', nativeAmount(chain, 5_000n), nativeAmount(chain, 60_330n)),
  },
  'bitcoin-several': view(
    [spends(900_000n), spends(250_000n, 'payment', 'b3')],
    [pays(400_000n, friend), pays(300_000n, shop), change(446_000n)],
    { fee: 4_000n, lockTime: 880_000 },
  ),
  'bitcoin-unproven': view(
    [spends(900_000n), spends(250_000n, null)],
    [pays(400_000n, friend), change(746_000n)],
    {
      isFeeProven: false,
    },
  ),
  'bitcoin-ordinal': view([spends(10_000n, 'ordinal')], [pays(9_500n, friend)]),
  'bitcoin-dear': view(
    [spends(90_000n)],
    [
      pays(60_000n, friend),
      { amount: 0n, address: null, script: '0x6a0548656c6c6f', kind: 'data', owner: null },
    ],
  ),
  'bitcoin-script': view(
    [spends(90_000n)],
    [{ amount: 80_000n, address: null, script: '0x5121', kind: 'script', owner: null }, change(9_500n)],
  ),
  'bitcoin-gain': view(
    [spends(546n, 'ordinal'), spends(300_000n, null)],
    [pays(546n, shop), change(290_000n)],
  ),
  'bitcoin-message': messageView('Welcome to Harbour on Bitcoin.', { address: payment }, { chain }),
}
