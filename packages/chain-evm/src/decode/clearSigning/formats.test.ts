import { describe, expect, test } from 'vitest'
import { encode, sayWith } from './testing/describeWith.ts'
import { account, contract, descriptorOf, field, other } from './testing/sampleDescriptor.ts'

const max = 2n ** 256n - 1n

/** One function with one argument, shown by one field. */
function show(type: string, value: unknown, format: string, params?: object, metadata: object = {}) {
  const key = `run(${type} x)`
  const formats = { [key]: { intent: 'Run', fields: [field('x', format, params)] } }
  return sayWith([descriptorOf(formats, { metadata })], encode(key, [value]))?.fields[0]?.value
}

const enums = { enums: { mode: { '1': 'stable', '2': 'variable', true: 'on' } } }
const eth = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

describe('formats of the standard', () => {
  test.each<[string, unknown, string, object | undefined, string | undefined]>([
    ['uint256', 1000n, 'raw', undefined, '1000'],
    ['int64', -5n, 'raw', undefined, '-5'],
    ['bool', true, 'raw', undefined, 'true'],
    ['string', 'Ledger', 'raw', undefined, 'Ledger'],
    ['bytes', '0x123456789a', 'raw', undefined, '0x123456789a'],
    ['bytes4', '0x12345678', 'raw', undefined, '0x12345678'],
    ['address', other, 'raw', undefined, other],
    ['uint256', 0x2c1c986f1c48000n, 'amount', undefined, '0.19866144 ETH'],
    ['uint256', 100n, 'tokenAmount', { token: contract }, '1 EX'],
    ['uint256', 100n, 'tokenAmount', { tokenPath: '@.to' }, '1 EX'],
    ['uint256', 255n, 'tokenAmount', { token: contract, threshold: '0xff' }, 'Unlimited EX'],
    ['uint256', 255n, 'tokenAmount', { token: contract, threshold: '0xff', message: 'Max' }, 'Max EX'],
    ['uint256', 254n, 'tokenAmount', { token: contract, threshold: 255 }, '2.54 EX'],
    ['uint256', 2n * 10n ** 15n, 'tokenAmount', { token: eth, nativeCurrencyAddress: [eth] }, '0.002 ETH'],
    ['uint256', 100n, 'tokenAmount', { token: contract, chainIdPath: '@.chainId' }, '1 EX'],
    ['uint256', 1036n, 'nftName', { collection: contract }, `${contract} #1036`],
    ['uint256', 1709191632n, 'date', { encoding: 'timestamp' }, '2024-02-29 07:27:12Z'],
    ['uint256', max, 'date', { encoding: 'timestamp' }, 'no end'],
    ['uint256', 8250n, 'duration', undefined, '02:17:30'],
    ['uint256', 90_061n, 'duration', undefined, '1d 01:01:01'],
    ['uint256', 10n, 'unit', { base: 'h' }, '10h'],
    ['uint256', 15n, 'unit', { base: 'd', decimals: 1 }, '1.5d'],
    ['uint256', 36_000n, 'unit', { base: 's', prefix: true }, '36ks'],
    ['uint256', 2n, 'enum', { $ref: '$.metadata.enums.mode' }, 'variable'],
    ['bool', true, 'enum', { $ref: '$.metadata.enums.mode' }, 'on'],
    ['uint256', 8453n, 'chainId', undefined, '8453'],
    ['address', contract, 'tokenTicker', undefined, 'EX'],
    ['address', other, 'addressName', undefined, other],
    ['address', contract, 'addressName', undefined, 'Example'],
    ['address', contract, 'addressName', { sources: ['ens'] }, contract],
    ['address', contract, 'addressName', { sources: ['local'] }, 'Example'],
    ['address', other, 'addressName', { senderAddress: other }, account],
  ])('%s %s as %s %j', (type, value, format, params, expected) =>
    expect(show(type, value, format, params, enums)).toBe(expected),
  )
})

describe('a format that does not fit says nothing', () => {
  test.each<[string, unknown, string, object | undefined]>([
    ['int256', -1n, 'amount', undefined],
    ['int256', -1n, 'tokenAmount', { token: contract }],
    ['address', other, 'amount', undefined],
    ['string', '5', 'unit', { base: '%', decimals: 40 }],
    ['uint256', 5n, 'tokenAmount', undefined],
    ['uint256', 5n, 'tokenAmount', { token: contract, chainId: 10 }],
    ['uint256', 5n, 'tokenAmount', { token: 'EX' }],
    ['uint256', 5n, 'nftName', undefined],
    ['uint256', 5n, 'date', { encoding: 'blockheight' }],
    ['uint256', 5n, 'date', undefined],
    ['int64', -5n, 'duration', undefined],
    ['uint256', 5n, 'unit', undefined],
    ['uint256', 3n, 'enum', { $ref: '$.metadata.enums.mode' }],
    ['uint256', 5n, 'addressName', undefined],
    ['bytes', `0x${'ab'.repeat(70)}`, 'raw', undefined],
    ['string', 'x'.repeat(141), 'raw', undefined],
    ['uint256', 5n, 'calldata', { callee: contract }],
    ['bytes', '0x12345678', 'calldata', undefined],
  ])('%s %s as %s %j', (type, value, format, params) =>
    expect(show(type, value, format, params, enums)).toBeUndefined(),
  )
})

describe('maps', () => {
  const token = { map: '$.metadata.maps.token', keyPath: '@.chainId' }
  const maps = (key: string) => ({ maps: { token: { $keyType: 'Chain ID', values: { [key]: contract } } } })
  test('give a constant for a key', () => {
    expect(show('uint256', 100n, 'tokenAmount', { token }, maps('1'))).toBe('1 EX')
  })
  test('that have no such key say nothing', () => {
    expect(show('uint256', 100n, 'tokenAmount', { token }, maps('10'))).toBeUndefined()
  })
})

test('constants', () => {
  const metadata = { constants: { max: '0xff', text: 'All' } }
  const params = {
    token: contract,
    threshold: '$.metadata.constants.max',
    message: '$.metadata.constants.text',
  }
  expect(show('uint256', 255n, 'tokenAmount', params, metadata)).toBe('All EX')
})
