import { describe, expect, test } from 'vitest'
import { type BitcoinMethod, bitcoinMethods } from './bitcoin.ts'

const txid = 'ab'.repeat(32)
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const utxo = { txid, vout: 0, value: '546', height: null }
const entry = {
  ...{ txid, time: 1_704_067_200, fee: '141', height: 101 },
  inputs: [{ address, value: '1141' }],
  outputs: [{ address: null, value: '1000' }],
}

describe.each<[BitcoinMethod, { good: unknown[]; bad: unknown[]; answers: unknown[]; others: unknown[] }]>([
  [
    'getBalance',
    {
      good: [[address]],
      bad: [
        [],
        [address, address],
        [''],
        ['bc1q/../../tx'],
        [`${address}?a=1`],
        [address.padEnd(91, 'q')],
        address,
      ],
      answers: [
        { confirmed: '2100000000000000', unconfirmed: '-1' },
        { confirmed: '0', unconfirmed: '0' },
      ],
      others: [
        { confirmed: '-1', unconfirmed: '0' },
        { confirmed: '0', unconfirmed: '-0' },
        { confirmed: 1, unconfirmed: '0' },
        { confirmed: '1.0', unconfirmed: '0' },
        { confirmed: '1e3', unconfirmed: '0' },
        { confirmed: '01', unconfirmed: '0' },
        { confirmed: '0', unconfirmed: '0', more: 1 },
      ],
    },
  ],
  [
    'getUtxos',
    {
      good: [[address]],
      bad: [[txid.concat(txid)]],
      answers: [[], [utxo]],
      others: [
        [{ ...utxo, vout: -1 }],
        [{ ...utxo, height: undefined }],
        [{ ...utxo, txid: txid.toUpperCase() }],
      ],
    },
  ],
  [
    'getTransaction',
    {
      good: [[txid]],
      bad: [['ab'], [`../${txid.slice(3)}`], [address]],
      answers: [{ hex: '00'.repeat(60), fee: '0', height: 0 }],
      others: [
        { hex: '0'.repeat(121), fee: '0', height: 0 },
        { hex: '', fee: '0', height: 0 },
      ],
    },
  ],
  [
    'getHistory',
    {
      good: [[address], [address, txid]],
      bad: [
        [address, ''],
        [address, null],
        [address, txid, txid],
      ],
      answers: [[], [entry], [{ ...entry, inputs: [], time: null, height: null }]],
      others: [Array.from({ length: 26 }, () => entry), [{ ...entry, fee: 141 }], [{ ...entry, time: 1.5 }]],
    },
  ],
  [
    'getFeeRates',
    {
      good: [[]],
      bad: [[1]],
      answers: [{ slow: 1, normal: 1, fast: 100_000 }],
      others: [
        { slow: 0, normal: 1, fast: 1 },
        { slow: 2, normal: 1, fast: 3 },
        { slow: 1, normal: 3, fast: 2 },
        { slow: 1, normal: 1.5, fast: 2 },
      ],
    },
  ],
  [
    'getPrice',
    {
      good: [[]],
      bad: [['usd']],
      answers: [{ usd: null }, { usd: 64_321.5 }],
      others: [{ usd: 0 }, { usd: -1 }, { usd: '1' }, { usd: 1e12 }, {}],
    },
  ],
  [
    'sendTransaction',
    {
      good: [['02'.repeat(60)]],
      bad: [[`0x${'02'.repeat(60)}`], ['02'], ['0'.repeat(121)], ['02'.repeat(400_001)]],
      answers: [txid],
      others: [`0x${txid}`, ''],
    },
  ],
])('%s', (name, { good, bad, answers, others }) => {
  const { params, result } = bitcoinMethods[name]
  test('takes what it is for, and nothing else', () => {
    for (const one of good) expect(params.safeParse(one).success, JSON.stringify(one)).toBe(true)
    for (const one of bad) expect(params.safeParse(one).success, JSON.stringify(one).slice(0, 99)).toBe(false)
  })
  test('answers whole numbers in their form, and nothing else', () => {
    for (const one of answers) expect(result.safeParse(one).success, JSON.stringify(one)).toBe(true)
    for (const one of others)
      expect(result.safeParse(one).success, JSON.stringify(one).slice(0, 99)).toBe(false)
  })
})
