import { getName } from '@latchkey/protocol/http'
import { expect, test } from 'vitest'
import { chainSchema } from '../config/chains.ts'
import { describeName } from './nameRecords.ts'

const chain = (id: number) =>
  chainSchema.parse({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:9'],
  })

test('a name is told where the service has a network without a coin type (ENSIP-11), too', () => {
  const account = `0x${'a'.repeat(40)}`
  const row = {
    ...{ name: 'mia1.wallet.eth', label: 'mia1', zone: 'wallet.eth' },
    ...{ account, coinType: null, createdAt: 0 },
  }
  // The second one is Palm.
  const told = describeName(row, [chain(8_453), chain(11_297_108_109)])
  expect(Object.keys(told.addresses)).toEqual(['60', '2147492101'])
  expect(getName.reply.parse(told)).toEqual(told)
})
