import { parseTypedDataRequest, purposeOf } from '@latchkey/chain-evm/decode'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../testing/fakeFrame.ts'
import {
  account,
  permit,
  permit2Batch,
  permit2Witness,
  spender,
  token,
} from '../../../workbench/sampleRequests.ts'
import { permitView } from './typedDataView.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]

function view(document: object) {
  const data = parseTypedDataRequest([account, document], { chainId: chain.id, address: account })
  const purpose = purposeOf(data)
  if (!('allowances' in purpose)) throw new Error('It is a permit')
  const known = { tokens: new Map(), contracts: new Map([[spender.toLowerCase(), true]]) }
  return permitView(0, { method: '', params: [], chain }, data, purpose, known)
}
const dai = (expiry: string, allowed = true) => ({
  domain: { name: 'Dai Stablecoin', version: '1', chainId: chain.id, verifyingContract: token },
  primaryType: 'Permit',
  types: {
    EIP712Domain: permit('1').types.EIP712Domain,
    Permit: [
      { name: 'holder', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'expiry', type: 'uint256' },
      { name: 'allowed', type: 'bool' },
    ],
  },
  message: { holder: account, spender, nonce: '0', expiry, allowed },
})
const deadline = ({ facts }: ReturnType<typeof view>) =>
  facts.find(({ label }) => label === 'row.deadline')?.value
const says = ({ warnings }: ReturnType<typeof view>, key: string) =>
  warnings.some(({ title }) => title.key === key)
const at = { kind: 'date', seconds: 1_768_500_000n }

describe('a permit', () => {
  test.each<[string, object, unknown]>([
    ['of ERC-2612', permit('5'), at],
    ['of DAI', dai('1768500000'), at],
    ['of DAI without an end', dai('0'), { kind: 'message', key: 'value.forever' }],
    ['of Permit2', permit2Batch, at],
    ['that Permit2 uses once', permit2Witness, undefined],
  ])('%s says until when it can be handed in', (_, document, value) => {
    expect(deadline(view(document))).toEqual(value)
  })

  test.each<[string, bigint, bigint, unknown]>([
    ['the last of them', 50n, 2n ** 48n - 1n, { kind: 'message', key: 'value.forever' }],
    ['the end of what is given alone', 0n, 2n ** 48n - 1n, at],
  ])('of several tokens with an end each says %s', (_, amount, expiration, value) => {
    const [first, second] = permit2Batch.message.details
    const details = [first, { ...second, amount: String(amount), expiration: String(expiration) }]
    const { facts } = view({ ...permit2Batch, message: { ...permit2Batch.message, details } })
    expect(facts.filter(({ label }) => label === 'row.expires').map((fact) => fact.value)).toEqual([value])
  })

  test('has no amount that can be changed, and says so where it has no limit', () => {
    for (const document of [permit('5'), permit(String(2n ** 256n - 1n)), dai('0'), permit2Batch])
      expect(view(document).caps).toBeUndefined()
    expect(says(view(permit('5')), 'warn.permitFixed')).toBe(false)
    expect(says(view(permit(String(2n ** 256n - 1n))), 'warn.permitFixed')).toBe(true)
    expect(says(view(dai('0')), 'warn.permitFixed')).toBe(true)
    expect(says(view(dai('0', false)), 'warn.permitFixed')).toBe(false)
  })
})
