import { generateKeyPairSync, sign } from 'node:crypto'
import { decodeBase58 } from '@latchkey/std/base58'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import fc from 'fast-check'
import { type Client, createClient, custom, getAddress, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiwxFields } from '../message/fields.ts'
import { formatSiwxMessage } from '../message/formatSiwxMessage.ts'
import { layOut } from '../message/layOut.ts'
import { acceptingCode, walletOf } from '../testing/walletContract.ts'
import vectors from '../vectors/signedMessages.json' with { type: 'json' }
import { type VerifySiwxParameters, verifySiwxMessage } from './verifySiwxMessage.ts'

const [first, second, third] = devAccounts
const owner = privateKeyToAccount(first.privateKey)
const stranger = privateKeyToAccount(second.privateKey)
const NOW = Date.parse('2026-03-01T10:00:30Z')

const fieldsOf = (address: string, change: Partial<SiwxFields> = {}): SiwxFields => ({
  chainId: 'eip155:31337',
  accountAddress: address,
  nonce: 'abcdefgh12345678',
  domain: 'shop.example',
  uri: 'https://shop.example/login',
  version: '1',
  statement: 'Sign in to the shop',
  issuedAt: '2026-03-01T10:00:00Z',
  expirationTime: '2026-03-08T10:00:00Z',
  ...change,
})
const expected = { domain: 'shop.example', nonce: 'abcdefgh12345678', now: NOW }

let anvil: Anvil
let client: Client
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  client = createClient({ transport: http(anvil.url, { retryCount: 0 }) })
})
afterAll(() => anvil?.stop())

/** Verifies what `signer` signs for `address`. */
async function check(
  address: Hex,
  options: {
    fields?: Partial<SiwxFields>
    signer?: typeof owner
    change?: (signature: Hex) => Hex
    changeText?: (text: string) => string
    verify?: Partial<VerifySiwxParameters>
    chain?: Client | null
  } = {},
) {
  const text = formatSiwxMessage(fieldsOf(address, options.fields))
  const signature = await (options.signer ?? owner).signMessage({ message: text })
  const chain = options.chain === undefined ? client : options.chain
  return verifySiwxMessage({
    ...expected,
    message: (options.changeText ?? ((same) => same))(text),
    signature: (options.change ?? ((same) => same))(signature),
    ...(chain ? { client: chain } : {}),
    ...options.verify,
  })
}
const refusal = (code: number) => expect.objectContaining({ code })
const SIGNATURE = 8307

describe('fields', () => {
  it('accepts what it expects', async () => {
    expect(await check(owner.address)).toEqual({
      ok: true,
      address: owner.address,
      chainId: 'eip155:31337',
      fields: fieldsOf(owner.address),
      proof: 'ecrecover',
    })
  })
  it.each<[string, number, Parameters<typeof check>[1]]>([
    ['another domain', 8301, { fields: { domain: 'evil.example' } }],
    ['a domain that begins alike', 8301, { fields: { domain: 'shop.example.evil.example' } }],
    ['another port', 8301, { fields: { domain: 'shop.example:8443' } }],
    ['user information before the domain', 8301, { fields: { domain: 'a@shop.example' } }],
    ['another scheme', 8301, { fields: { scheme: 'http' }, verify: { scheme: 'https' } }],
    ['another URI', 8302, { verify: { uri: 'https://shop.example/other' } }],
    ['another nonce', 8303, { verify: { nonce: 'zzzzzzzz' } }],
    ['another network', 8304, { verify: { chainId: 'eip155:1' } }],
    ['an expired message', 8305, { verify: { now: Date.parse('2026-03-08T10:00:00Z') } }],
    ['a message from the future', 8306, { verify: { now: Date.parse('2026-03-01T09:58:00Z') } }],
    ['a message not valid yet', 8306, { fields: { notBefore: '2026-03-02T10:00:00Z' } }],
    ['a message in small letters', 8300, { changeText: (text) => text.toLowerCase() }],
    [
      'an address without its checksum',
      8300,
      { changeText: (text) => text.replace(owner.address, owner.address.toLowerCase()) },
    ],
    ['a tampered statement', SIGNATURE, { changeText: (text) => text.replace('the shop', 'the bank') }],
    [
      'a tampered address',
      SIGNATURE,
      { changeText: (text) => text.replace(owner.address, getAddress(second.address)) },
    ],
    ['a longer life', SIGNATURE, { changeText: (text) => text.replace('03-08', '04-08') }],
  ])('refuses %s', async (_, code, options) => {
    await expect(check(owner.address, options)).rejects.toEqual(refusal(code))
  })
  it('takes a clock that is a little ahead', async () => {
    const now = Date.parse('2026-03-01T09:59:30Z')
    await expect(check(owner.address, { verify: { now } })).resolves.toMatchObject({ ok: true })
  })
})

describe('published messages', () => {
  it.each(vectors)('$name', async ({ address, chainId, time, error, ...rest }) => {
    const { domain, uri, nonce, statement, issuedAt, expirationTime, notBefore } = rest
    const message = layOut({
      chainId: `eip155:${chainId}`,
      accountAddress: address,
      domain,
      uri,
      nonce,
      statement,
      issuedAt,
      version: '1',
      ...(expirationTime ? { expirationTime } : {}),
      ...(notBefore ? { notBefore } : {}),
    })
    const work = verifySiwxMessage({
      message,
      signature: rest.signature,
      domain,
      nonce,
      now: Date.parse(time),
    })
    if (error) await expect(work).rejects.toEqual(refusal(error))
    else expect(await work).toMatchObject({ ok: true, address, proof: 'ecrecover' })
  })
})

describe('accounts with a key', () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const malleable = (signature: Hex): Hex => {
    const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`)
    const v = signature.endsWith('1b') ? '1c' : '1b'
    return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
  }
  const hostile: [string, (signature: Hex) => Hex][] = [
    ['the other form of a signature (high s)', malleable],
    ['an empty signature', () => '0x'],
    ['zeros', () => `0x${'00'.repeat(65)}`],
    ['64 bytes (EIP-2098)', (signature) => signature.slice(0, 130) as Hex],
    ['a byte more', (signature) => `${signature}00`],
    ['another v', (signature) => `${signature.slice(0, 130)}1d` as Hex],
    ['no hex', () => 'signature' as Hex],
    ['a megabyte', () => `0x${'00'.repeat(1_000_000)}`],
  ]
  it.each(hostile)('refuses %s, with and without a client', async (_, change) => {
    await expect(check(owner.address, { change })).rejects.toEqual(refusal(SIGNATURE))
    await expect(check(owner.address, { change, chain: null })).rejects.toEqual(refusal(SIGNATURE))
  })
  it('refuses the signature of somebody else', async () => {
    await expect(check(owner.address, { signer: stranger })).rejects.toEqual(refusal(SIGNATURE))
  })
  it('needs no client', async () => {
    expect(await check(owner.address, { chain: null })).toMatchObject({ proof: 'ecrecover' })
  })
  it('accepts the key of an account that delegates its code (EIP-7702)', async () => {
    const account = privateKeyToAccount(third.privateKey)
    await anvil.call('anvil_setCode', [account.address, `0xef0100${second.address.slice(2)}`])
    expect(await check(account.address, { signer: account })).toMatchObject({ proof: 'ecrecover' })
  })
})

describe('wallet contracts', () => {
  const made = walletOf(owner.address)
  const unmade = walletOf(stranger.address)
  beforeAll(async () => {
    await sendTransaction(anvil.call, { from: first.address, ...made.deployment })
  })
  it('ERC-1271: a deployed wallet answers for its owner alone', async () => {
    expect(await check(made.address)).toMatchObject({ address: made.address, proof: 'erc1271' })
    await expect(check(made.address, { signer: stranger })).rejects.toEqual(refusal(SIGNATURE))
  })
  it('ERC-6492: a wallet that is not made yet answers for its owner alone', async () => {
    const change = unmade.wrap
    const verified = await check(unmade.address, { signer: stranger, change })
    expect(verified).toMatchObject({ address: unmade.address, proof: 'erc6492' })
    await expect(check(unmade.address, { signer: owner, change })).rejects.toEqual(refusal(SIGNATURE))
  })
  it('ERC-6492: the wrapper may stay when the wallet has been made', async () => {
    expect(await check(made.address, { change: made.wrap })).toMatchObject({ proof: 'erc6492' })
  })
  it('ERC-6492: another wallet’s making proves nothing', async () => {
    const work = check(unmade.address, { signer: owner, change: made.wrap })
    await expect(work).rejects.toEqual(refusal(SIGNATURE))
  })
  it('a contract may accept an empty signature, as a Safe does', async () => {
    const address = getAddress('0x00000000000000000000000000000000000051fe')
    await anvil.call('anvil_setCode', [address, acceptingCode])
    expect(await check(address, { change: () => '0x' })).toMatchObject({ proof: 'erc1271' })
  })
  it('the key at a contract’s address does not sign for the contract', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    await anvil.call('anvil_setCode', [account.address, '0x60006000fd'])
    await expect(check(account.address, { signer: account })).rejects.toEqual(refusal(SIGNATURE))
  })
  it('without a client no contract is believed', async () => {
    await expect(check(made.address, { chain: null })).rejects.toEqual(refusal(SIGNATURE))
    const change = unmade.wrap
    const work = check(unmade.address, { signer: stranger, change, chain: null })
    await expect(work).rejects.toEqual(refusal(SIGNATURE))
  })
  it('a client of another network is refused: its contracts are not the ones meant', async () => {
    const fields = { chainId: 'eip155:1' } as const
    await expect(check(made.address, { fields })).rejects.toEqual(refusal(8304))
  })
  it('a node that does not answer refuses nobody and lets nobody in', async () => {
    const silent = createClient({ transport: http('http://127.0.0.1:9', { retryCount: 0, timeout: 500 }) })
    await expect(check(made.address, { chain: silent })).rejects.toEqual(refusal(8308))
    await expect(check(unmade.address, { change: unmade.wrap, chain: silent })).rejects.toEqual(refusal(8308))
  })
  it('a node that is overloaded has not said no', async () => {
    const busy = createClient({
      transport: custom(
        {
          request: async ({ method }: { method: string }) => {
            if (method === 'eth_chainId') return '0x7a69'
            if (method === 'eth_getCode') return '0x60'
            throw Object.assign(new Error('limit exceeded'), { code: -32_005 })
          },
        },
        { retryCount: 0 },
      ),
    })
    await expect(check(made.address, { chain: busy })).rejects.toEqual(refusal(8308))
  })
})

describe('Solana', () => {
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  function toBase58(bytes: Uint8Array): string {
    let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
    let text = ''
    for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text
    return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const address = toBase58(key)
  const message = layOut(fieldsOf(address, { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }))
  const signature = toBase58(sign(null, Buffer.from(message), privateKey))

  it('accepts the account’s own signature and no other', async () => {
    expect(await verifySiwxMessage({ ...expected, message, signature })).toMatchObject({
      address,
      proof: 'ed25519',
    })
    const other = toBase58(sign(null, Buffer.from('other'), privateKey))
    for (const bad of [other, '', '0x00', 'l', signature.slice(1), 'z'.repeat(10_000)])
      await expect(verifySiwxMessage({ ...expected, message, signature: bad })).rejects.toEqual(
        refusal(SIGNATURE),
      )
  })
  it('reads base58 with its leading zeros', () => {
    expect(decodeBase58('11')).toEqual(new Uint8Array(2))
    expect(decodeBase58('2g')).toEqual(new Uint8Array([0x61]))
    expect(decodeBase58('0')).toBeUndefined()
  })
})

const mostly = (sound: string, ...others: fc.Arbitrary<string>[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(sound) }, ...others)
const odd = fc.string({ unit: 'binary', maxLength: 12 })

/** Fields as a site might put them together: most are sound, some are nearly so. */
const anyFields = fc.record(
  {
    chainId: mostly('eip155:1', fc.constantFrom('eip155:0', 'eip155:01', 'solana:1', 'cosmos:hub')),
    accountAddress: mostly(
      owner.address,
      fc.constantFrom(owner.address.toLowerCase(), stranger.address, '0x1'),
    ),
    nonce: mostly('abcdefgh12345678', odd),
    domain: mostly('shop.example', fc.domain(), odd),
    uri: mostly('https://shop.example/in', fc.webUrl(), odd),
    version: mostly('1', fc.constant('2')),
    issuedAt: mostly(
      '2026-03-01T10:00:00Z',
      fc.constantFrom('2026-03-01T10:00:00.5+02:00', '2026-02-30T10:00:00Z'),
    ),
    statement: mostly('Sign in.', odd),
    expirationTime: mostly(
      '2026-03-08T10:00:00Z',
      fc.constantFrom('2026-03-01T09:00:00Z', '2026-03-01T10:00:00z'),
    ),
    notBefore: mostly('2026-03-01T10:00:00Z', fc.constant('2026-03-09T10:00:00Z')),
    requestId: mostly('order-7', odd),
    resources: fc.array(mostly('ipfs://a', fc.webUrl(), odd), { maxLength: 2 }),
  },
  { requiredKeys: ['chainId', 'accountAddress', 'nonce', 'domain', 'uri', 'version', 'issuedAt'] },
)

const formatted = (fields: unknown): string | undefined => {
  try {
    return formatSiwxMessage(fields as SiwxFields)
  } catch (error) {
    expect(error).toMatchObject({ code: 8300, data: { field: expect.any(String) } })
    return undefined
  }
}

it('whatever can be formatted can be verified, by a back end that expects it', async () => {
  let verified = 0
  await fc.assert(
    fc.asyncProperty(anyFields, async (fields) => {
      const message = formatted(fields)
      if (message === undefined) return
      const { accountAddress, domain, uri, nonce, chainId, notBefore, issuedAt } = fields
      const signer = accountAddress === owner.address ? owner : stranger
      const now = Math.max(Date.parse(issuedAt), notBefore === undefined ? 0 : Date.parse(notBefore))
      const signature = await signer.signMessage({ message })
      const result = await verifySiwxMessage({ message, signature, domain, uri, nonce, chainId, now })
      expect(result.address).toBe(accountAddress)
      verified++
    }),
    { numRuns: 500 },
  )
  expect(verified).toBeGreaterThan(50)
})
