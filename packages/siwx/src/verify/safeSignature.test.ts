import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountContracts, deployAccountContracts } from '@latchkey/local-bundler'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import {
  type Client,
  createClient,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSiwxMessage } from '../message/formatSiwxMessage.ts'
import { otherProxy, safeWallet } from '../testing/safeWallet.ts'
import { verifyAccountSignature } from './verifyAccountSignature.ts'
import { verifySiwxMessage } from './verifySiwxMessage.ts'
import { verifyTypedDataSignature } from './verifyTypedDataSignature.ts'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const stranger = privateKeyToAccount(devAccounts[1].privateKey)
const SIGNATURE = expect.objectContaining({ code: 8307 })
const UNAVAILABLE = expect.objectContaining({ code: 8308 })
const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function approveHash(bytes32 hash)',
])

type Wallet = Awaited<ReturnType<typeof safeWallet>>

let anvil: Anvil
let client: Client
let made: Wallet
let unmade: Wallet
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  await deployAccountContracts(anvil.call)
  client = createClient({ transport: http(anvil.url, { retryCount: 0 }) })
  made = await safeWallet(anvil.url, owner)
  unmade = await safeWallet(anvil.url, stranger)
  await sendTransaction(anvil.call, { from: devAccounts[2].address, ...made.deployment })
})
afterAll(() => anvil?.stop())

const text = 'A text to sign.'
const check = (address: Hex, signature: Hex, over: Client = client) =>
  verifyAccountSignature({ message: text, signature, address, chainId: 'eip155:31337', client: over })

describe('a smart account of this wallet', () => {
  it('R3-37 signs in before it is deployed and after', async () => {
    for (const [wallet, wrapped] of [
      [unmade, true],
      [made, false],
    ] as const) {
      const fields = {
        chainId: 'eip155:31337',
        accountAddress: wallet.address,
        nonce: 'abcdefgh12345678',
        domain: 'shop.example',
        uri: 'https://shop.example/login',
        version: '1',
        issuedAt: '2026-03-01T10:00:00Z',
      } as const
      const message = formatSiwxMessage(fields)
      const own = await wallet.sign(message)
      const verified = await verifySiwxMessage({
        message,
        signature: wrapped ? wallet.wrap(own) : own,
        domain: 'shop.example',
        nonce: 'abcdefgh12345678',
        now: Date.parse('2026-03-01T10:00:30Z'),
        client,
      })
      const proof = wrapped ? 'erc6492' : 'erc1271'
      expect(verified).toMatchObject({ ok: true, address: wallet.address, proof })
    }
  })
  it('keeps the wrapper of a signature that was made before the deployment', async () => {
    expect(await check(made.address, made.wrap(await made.sign(text)))).toBe('erc6492')
  })
})

describe('is not believed', () => {
  const rows: readonly (readonly [string, () => Promise<readonly [Hex, Hex]>])[] = [
    ['undeployed, without the wrapper', async () => [unmade.address, await unmade.sign(text)]],
    [
      'by the plain signature of its owner',
      async () => [made.address, await owner.signMessage({ message: text })],
    ],
    [
      'by the plain signature of its owner, wrapped',
      async () => [unmade.address, unmade.wrap(await stranger.signMessage({ message: text }))],
    ],
    ['by another owner', async () => [made.address, await unmade.sign(text)]],
    ['by another owner, wrapped', async () => [unmade.address, unmade.wrap(await made.sign(text))]],
    ['for another text', async () => [made.address, await made.sign(`${text}.`)]],
    ['for another network', async () => [made.address, await made.sign(text, 1)]],
    ['for another network, wrapped', async () => [unmade.address, unmade.wrap(await unmade.sign(text, 1))]],
    [
      'when the wrapper makes another Safe',
      async () => [unmade.address, unmade.wrap(await unmade.sign(text), made.deployment)],
    ],
    [
      'when the wrapper makes something else',
      async () => [unmade.address, unmade.wrap(await unmade.sign(text), otherProxy())],
    ],
    [
      'when the wrapper calls nobody',
      async () => [unmade.address, unmade.wrap(await unmade.sign(text), { to: zeroAddress, data: '0x' })],
    ],
    [
      'when the wrapper calls what fails',
      async () => {
        const call = { to: accountContracts.safe4337Module, data: '0x12345678' } as const
        return [unmade.address, unmade.wrap(await unmade.sign(text), call)]
      },
    ],
    [
      'when the wrapper would set up the account anew for somebody else',
      async () => {
        const args = [
          [stranger.address],
          1n,
          zeroAddress,
          '0x',
          accountContracts.safe4337Module,
          zeroAddress,
          0n,
          zeroAddress,
        ] as const
        const call = { to: made.address, data: encodeFunctionData({ abi, functionName: 'setup', args }) }
        return [made.address, made.wrap(await unmade.sign(text), call)]
      },
    ],
    [
      'when the wrapper would approve a hash in its name',
      async () => {
        const data = encodeFunctionData({ abi, functionName: 'approveHash', args: [pad('0x01')] })
        // v 1: approved before, by whom r names.
        const approved: Hex = `${pad(owner.address)}${'00'.repeat(32)}01`
        return [made.address, made.wrap(approved, { to: made.address, data })]
      },
    ],
    [
      'by a signature of a kind that needs none (v 1)',
      async () => [made.address, `${pad(owner.address)}${'00'.repeat(32)}01`],
    ],
    ['by an empty signature', async () => [made.address, '0x']],
    ['by an empty signature, wrapped', async () => [unmade.address, unmade.wrap('0x')]],
    [
      'when the wrapper is for an account with a key',
      async () => [owner.address, made.wrap(await owner.signMessage({ message: text }), otherProxy())],
    ],
    ['when the wrapper cannot be read', async () => [unmade.address, `0x00${'6492'.repeat(16)}`]],
    [
      'when the wrapper is longer than any',
      async () => {
        const data: Hex = `0x${'00'.repeat(16_384)}`
        return [unmade.address, unmade.wrap(await unmade.sign(text), { to: unmade.deployment.to, data })]
      },
    ],
  ]
  it.each(rows)('%s', async (_, make) => {
    const [address, signature] = await make()
    await expect(check(address, signature)).rejects.toEqual(SIGNATURE)
  })
})

describe('typed data', () => {
  const typedData = {
    domain: { name: 'Shop', chainId: 31_337 },
    types: { Order: [{ name: 'id', type: 'uint256' }] },
    primaryType: 'Order',
    message: { id: 7n },
  } as const
  const other = { ...typedData, message: { id: 8n } }
  const hash = hashTypedData(typedData)
  const signed = { typedData, chainId: 'eip155:31337' }

  it('of a key, of a deployed account and of one that is not', async () => {
    const rows = [
      ['ecrecover', owner.address, await owner.signTypedData(typedData)],
      ['erc1271', made.address, await made.signHash(hash)],
      ['erc6492', unmade.address, unmade.wrap(await unmade.signHash(hash))],
    ] as const
    for (const [proof, address, signature] of rows) {
      const account = { ...signed, address, signature, client }
      expect(await verifyTypedDataSignature(account)).toBe(proof)
      await expect(verifyTypedDataSignature({ ...account, typedData: other })).rejects.toEqual(SIGNATURE)
      await expect(verifyTypedDataSignature({ ...account, address: stranger.address })).rejects.toEqual(
        SIGNATURE,
      )
    }
  })
  it('is for one network, of a kind that can be checked', async () => {
    const account = { ...signed, address: owner.address, signature: await owner.signTypedData(typedData) }
    expect(await verifyTypedDataSignature(account)).toBe('ecrecover')
    const refusal = (code: number) => expect.objectContaining({ code })
    await expect(verifyTypedDataSignature({ ...account, chainId: 'eip155:1' })).rejects.toEqual(refusal(8304))
    await expect(
      verifyTypedDataSignature({ ...account, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }),
    ).rejects.toEqual(refusal(8309))
  })
})

describe('a node that does not answer refuses nobody and lets nobody in', () => {
  let server: Server
  let asked = 0
  beforeAll(async () => {
    // It takes the question and keeps silent.
    server = createServer(() => {
      asked += 1
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  })
  it.each([
    ['deployed', () => made, false],
    ['undeployed', () => unmade, true],
  ] as const)('%s', async (_, wallet, wrapped) => {
    const { port } = server.address() as AddressInfo
    const silent = createClient({
      transport: http(`http://127.0.0.1:${port}`, { retryCount: 0, timeout: 2_000 }),
    })
    const own = await wallet().sign(text)
    const signature = wrapped ? wallet().wrap(own) : own
    await expect(check(wallet().address, signature, silent)).rejects.toEqual(UNAVAILABLE)
    expect(asked).toBeGreaterThan(0)
  })
})
