import { describe, expect, it } from 'vitest'
import { layOut } from '../message/layOut.ts'
import { verifyAccountSignature } from './verifyAccountSignature.ts'
import { verifySiwxMessage } from './verifySiwxMessage.ts'

const chainId = 'bip122:000000000019d6689c085ae165831e93'
const refusal = (code: number) => expect.objectContaining({ code })
const SIGNATURE = 8307

describe('published signatures of Bitcoin', () => {
  /** bip-0322/basic-test-vectors.json; bitcoinjs-message, README.md. */
  const segwit = {
    message: 'Hello World',
    address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    signature:
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  }
  const taproot = {
    message: 'No prefix fallback',
    address: 'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    signature: 'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  }
  const legacy = {
    message: 'This is an example of a signed message.',
    address: '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
    signature: 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  }
  it.each([
    ['bip322', segwit],
    ['bip322', taproot],
    ['bip137', legacy],
  ])('are proofs by %s', async (proof, signed) => {
    expect(await verifyAccountSignature({ ...signed, chainId })).toBe(proof)
    const signature = Buffer.from(signed.signature, 'base64').toString('hex')
    expect(await verifyAccountSignature({ ...signed, signature, chainId })).toBe(proof)
  })

  it.each([
    ['a changed message', { ...segwit, message: 'Hello World!' }, SIGNATURE],
    ['another address', { ...segwit, address: legacy.address }, SIGNATURE],
    ['another kind of address', { ...legacy, address: taproot.address }, SIGNATURE],
    ['another network', { ...segwit, chainId: 'bip122:000000000933ea01ad0ee984209779ba' }, SIGNATURE],
    ['a network that nobody knows', { ...segwit, chainId: `bip122:${'0'.repeat(32)}` }, 8309],
    ['hex', { ...segwit, signature: '0x00' }, SIGNATURE],
    ['nothing', { ...segwit, signature: '' }, SIGNATURE],
    ['a megabyte', { ...segwit, signature: 'A'.repeat(1_000_000) }, SIGNATURE],
  ])('are none over %s', async (_, signed, code) => {
    await expect(verifyAccountSignature({ chainId, ...signed })).rejects.toEqual(refusal(code))
  })
})

describe('a sign-in with an account of Bitcoin', () => {
  const address = 'bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrl4xfg5'
  const text = layOut({
    chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    accountAddress: address,
    nonce: 'abcdefgh12345678',
    domain: 'shop.example',
    uri: 'https://shop.example',
    version: '1',
    issuedAt: '2026-03-01T10:00:00Z',
  })
  const expected = {
    domain: 'shop.example',
    nonce: 'abcdefgh12345678',
    now: Date.parse('2026-03-01T10:00:30Z'),
  }
  const signature =
    'AkcwRAIgTd+zCrkgZZhPJRWO7fVQn3hesQJMJYCROofiY5aFe9kCIH3wCZOvRGXjbMTMfLcC8i8RoomZmcQvwmyr/le0rCi0ASEDG4TFVnsSZECZXT7VqroFZdceGDRgSBn/nBf16dXdB48='

  it('is known by its key', async () => {
    expect(await verifySiwxMessage({ ...expected, message: text, signature })).toMatchObject({
      ok: true,
      address,
      chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      proof: 'bip322',
    })
  })

  it.each([
    [
      'another network',
      text.replace('0f9188f13cb7b2c71f2a335e3a4fc328', '000000000019d6689c085ae165831e93'),
      SIGNATURE,
    ],
    ['another name of the account', text.replace(address, address.toUpperCase()), 8300],
    ['another kind of account', text.replace('your Bitcoin account', 'your Ethereum account'), 8300],
    ['a longer life', `${text}\nExpiration Time: 2036-03-01T10:00:00Z`, SIGNATURE],
  ])('is none with %s', async (_, message, code) => {
    await expect(verifySiwxMessage({ ...expected, message, signature })).rejects.toEqual(refusal(code))
  })
})
