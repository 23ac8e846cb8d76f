import { createHash } from 'node:crypto'
import { authenticateSiwx, getSiwxAccount, getSiwxNonce } from '@latchkey/protocol/http'
import { formatSiwxMessage } from '@latchkey/siwx/verify'
import { encodeBase58 } from '@latchkey/std/base58'
import { hexToBytes, ripemd160 } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHostPage, type HostPage } from '../testing/createHostPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const KEY = `0x${'01'.repeat(32)}` as const
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** P2PKH of a key that is not compressed, as Bitcoin began. */
function addressOf(key: typeof KEY): string {
  const payload = [0, ...ripemd160(hash(hexToBytes(privateKeyToAccount(key).publicKey)), 'bytes')]
  const sum = hash(hash(Uint8Array.from(payload))).subarray(0, 4)
  return encodeBase58(Uint8Array.from([...payload, ...sum]))
}

/** BIP-137. */
async function signLegacy(text: string): Promise<string> {
  const message = Buffer.from(text)
  const count = message.length < 0xfd ? [message.length] : [0xfd, message.length & 0xff, message.length >> 8]
  const head = Buffer.from('\u0018Bitcoin Signed Message:\n')
  const digest = hash(hash(Buffer.concat([head, Uint8Array.from(count), message])))
  const { r, s, yParity } = await sign({ hash: `0x${digest.toString('hex')}`, privateKey: KEY })
  return Buffer.from([27 + (yParity ?? 0), ...hexToBytes(r), ...hexToBytes(s)]).toString('base64')
}

let service: TestService
let page: HostPage
beforeAll(async () => {
  service = await createTestService()
  page = createHostPage(service)
})
afterAll(() => service.stop())

const address = addressOf(KEY)

/** A message with a nonce for that account. */
async function issue(chainId: `bip122:${string}` = MAINNET) {
  const { body } = await page.call(`${getSiwxNonce.path}?account=${chainId}:${address}`)
  const { nonce, token: nonceToken, issuedAt } = getSiwxNonce.reply.parse(body)
  const message = formatSiwxMessage({
    ...{ chainId, accountAddress: address, nonce, issuedAt, version: '1' },
    ...{ domain: new URL(HOST).host, uri: HOST },
  })
  return { message, nonceToken }
}

test('an account of Bitcoin signs in with its key, once', async () => {
  const { message, nonceToken } = await issue()
  const json = { message, nonceToken, signature: await signLegacy(message) }
  const { body } = await page.call(authenticateSiwx.path, { json })
  const { token, proof } = authenticateSiwx.reply.parse(body)
  expect(proof).toBe('key')
  const me = await page.call(getSiwxAccount.path, { headers: { authorization: `Bearer ${token}` } })
  expect(me.body).toMatchObject({ address, chainId: MAINNET, proof: 'key' })
  expect((await page.call(authenticateSiwx.path, { json })).status).not.toBe(200)
})

test.each([
  ['a changed message', MAINNET, (text: string) => `${text}\nRequest ID: 1`],
  ['a network that nobody knows', `bip122:${'0'.repeat(32)}`, (text: string) => text],
  [
    'the network of another message',
    MAINNET,
    (text: string) => text.replace(MAINNET.slice(7), '000000000933ea01ad0ee984209779ba'),
  ],
] as const)('%s is refused', async (_, chainId, change) => {
  const { message, nonceToken } = await issue(chainId as `bip122:${string}`)
  const signature = await signLegacy(message)
  const answer = await page.call(authenticateSiwx.path, {
    json: { message: change(message), nonceToken, signature },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.body.token).toBeUndefined()
})
