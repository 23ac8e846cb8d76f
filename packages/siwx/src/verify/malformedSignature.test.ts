import { devAccounts } from '@latchkey/testing'
import type { TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { formatSiwxMessage } from '../message/formatSiwxMessage.ts'
import { verifyAccountSignature } from './verifyAccountSignature.ts'
import { verifySiwxMessage } from './verifySiwxMessage.ts'
import { verifyTypedDataSignature } from './verifyTypedDataSignature.ts'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const chainId = 'eip155:1'
const SIGNATURE = expect.objectContaining({ code: 8307, cause: expect.any(Error) })

const order = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Order: [{ name: 'amount', type: 'uint8' }] },
  primaryType: 'Order',
  message: { amount: 1 },
} as const

const addresses = [
  ['nothing', ''],
  ['a part of one', owner.address.slice(0, -1)],
  ['another text', 'javascript:alert(1)'],
] as const

describe('an address that is none is refused with a code', () => {
  it.each(addresses)('%s', async (_, address) => {
    const message = 'Hello'
    const signed = { message, signature: await owner.signMessage({ message }), chainId }
    expect(await verifyAccountSignature({ ...signed, address: owner.address })).toBe('ecrecover')
    await expect(verifyAccountSignature({ ...signed, address })).rejects.toEqual(SIGNATURE)
  })

  it.each(addresses)('%s, with typed data', async (_, address) => {
    const signed = { typedData: order, signature: await owner.signTypedData(order), chainId }
    expect(await verifyTypedDataSignature({ ...signed, address: owner.address })).toBe('ecrecover')
    await expect(verifyTypedDataSignature({ ...signed, address })).rejects.toEqual(SIGNATURE)
  })
})

it.each<[string, Record<string, unknown>]>([
  ['a value that does not fit its type', { message: { amount: 256 } }],
  ['a value of another kind', { message: { amount: 'much' } }],
  ['no types', { types: {} }],
  ['a primary type that is not there', { primaryType: 'Other' }],
  ['a contract that is no address', { domain: { ...order.domain, verifyingContract: '0x1' } }],
])('typed data with %s is refused with a code', async (_, changed) => {
  const typedData = { ...order, ...changed } as TypedDataDefinition
  const signature = await owner.signTypedData(order)
  await expect(
    verifyTypedDataSignature({ typedData, signature, address: owner.address, chainId }),
  ).rejects.toEqual(SIGNATURE)
})

describe('what a request holds in place of a text is refused with a code', () => {
  const domain = 'shop.example'
  const nonce = 'abcdefgh'
  const message = formatSiwxMessage({
    domain,
    nonce,
    chainId,
    accountAddress: owner.address,
    uri: `https://${domain}`,
    version: '1',
    issuedAt: new Date().toISOString(),
  })

  it.each([undefined, null, 7, {}, [], { raw: '0x00' }, [message]])('%j', async (other) => {
    const signature = await owner.signMessage({ message })
    const text = other as string
    expect(await verifySiwxMessage({ message, signature, domain, nonce })).toMatchObject({ ok: true })
    const wrongMessage = verifySiwxMessage({ message: text, signature, domain, nonce })
    await expect(wrongMessage).rejects.toMatchObject({ code: 8300 })
    for (const one of [text, [signature] as unknown as string]) {
      const signed = { signature: one, address: owner.address, chainId }
      await expect(verifySiwxMessage({ message, signature: one, domain, nonce })).rejects.toMatchObject({
        code: 8307,
      })
      await expect(verifyTypedDataSignature({ ...signed, typedData: order })).rejects.toMatchObject({
        code: 8307,
      })
    }
    const signed = { message: text, signature, address: owner.address }
    for (const network of [chainId, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
      await expect(verifyAccountSignature({ ...signed, chainId: network })).rejects.toMatchObject({
        code: 8307,
      })
  })
})
