import { accountContracts, deployAccountContracts, localSafeAccount } from '@latchkey/local-bundler'
import { authenticateSiwx, getSiwxNonce, listSiwxSessions, revocationText } from '@latchkey/protocol/http'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import { createPublicClient, type Hex, hashMessage, http, serializeErc6492Signature } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { siwxSessions } from '../db/schema.ts'
import { accountNumber, createHostPage, type HostPage } from '../testing/createHostPage.ts'
import { API, createTestService, HOST, type TestService } from '../testing/createTestService.ts'

const chain = (id: number, url: string) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [url],
})

let anvil: Anvil
let service: TestService
let page: HostPage
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  await deployAccountContracts(anvil.call)
  service = await createTestService({
    chains: [chain(31_337, anvil.url), chain(8_453, 'http://127.0.0.1:9')],
    projects: [{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }],
  })
})
afterAll(async () => {
  await service?.stop()
  await anvil?.stop()
})
beforeEach(async () => {
  page = createHostPage(service)
  await service.database.db.delete(siwxSessions)
})

/** The Safe of an account with a number: signs by its owner, wrapped (ERC-6492) or not, for a network. */
async function smartAccount(number: number) {
  const owner = accountNumber(number)
  const account = await localSafeAccount(createPublicClient({ transport: http(anvil.url) }), owner)
  const { factory, factoryData } = await account.getFactoryArgs()
  if (factory === undefined || factoryData === undefined) throw new Error('The account is deployed already.')
  const { address } = account
  const sign = (message: string, chainId: number): Promise<Hex> =>
    owner.signTypedData({
      domain: { chainId, verifyingContract: address },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage(message) },
    })
  const wrap = (signature: Hex, call: { to: Hex; data: Hex } = { to: factory, data: factoryData }) =>
    serializeErc6492Signature({ address: call.to, data: call.data, signature })
  const wallet = (deployed: boolean, chainId = 31_337) => ({
    address,
    signMessage: async ({ message }: { message: string }) => {
      const signature = await sign(message, chainId)
      return deployed ? signature : wrap(signature)
    },
  })
  const from = accountNumber(90).address
  const deploy = async () => {
    await anvil.call('anvil_impersonateAccount', [from])
    await anvil.setBalance(from, 10n ** 18n)
    await sendTransaction(anvil.call, { from, to: factory, data: factoryData })
  }
  return { address, owner, wallet, wrap, deploy }
}

/** A message of the page for an account, with what signs it in. */
async function prepare(address: string, chainId: 'eip155:31337' | 'eip155:8453' = 'eip155:31337') {
  const { body: issued } = await page.call(`${getSiwxNonce.path}?account=${chainId}:${address}`)
  const made = await page.siwx.createMessage({ accountAddress: address, chainId })
  return { message: made.toString().replace(made.nonce, issued.nonce), nonceToken: issued.token as string }
}
const authenticate = async (json: object) => {
  const { status, body } = await page.call(authenticateSiwx.path, { json })
  return { status, proof: body.proof, code: body.error?.code, reason: body.error?.data?.reason }
}

test('R3-37 a smart account signs in before it is deployed and after, and ends its sessions by its signature', async () => {
  const { address, wallet, deploy } = await smartAccount(31)
  const revoke = async (signer: ReturnType<typeof wallet>, token: string) => {
    const { body } = await page.call(`${listSiwxSessions.path.replace(':address', address)}`, { token })
    const { pci } = body.sessions[0]
    const signature = await signer.signMessage({ message: revocationText(API, address, pci) })
    return page.call(`/auth/v1/sessions/${address}/revoke`, { json: { pci, signature } })
  }
  for (const deployed of [false, true]) {
    if (deployed) await deploy()
    const signer = wallet(deployed)
    const token = await page.signIn(signer)
    expect(await page.siwx.getSessions('eip155:31337', address)).toHaveLength(1)
    expect(await page.siwx.getSessions('eip155:8453', address)).toEqual([])
    expect((await service.database.db.select().from(siwxSessions))[0]?.proof).toBe('contract')
    expect((await revoke(signer, token)).status).toBe(200)
    expect(await service.database.db.select().from(siwxSessions)).toEqual([])
  }
})

test('nobody signs in as a smart account but its owner', async () => {
  const { address, owner, wallet, wrap } = await smartAccount(32)
  const other = await smartAccount(33)
  const { message, nonceToken } = await prepare(address)
  const right = await wallet(false).signMessage({ message })
  const nothing = { to: accountContracts.multiSend, data: '0x' } as const
  const wrong: readonly (readonly [string, Hex])[] = [
    ['without the wrapper', await wallet(true).signMessage({ message })],
    ['by another owner', wrap(await other.wallet(true).signMessage({ message }))],
    ['made for another network', await wallet(false, 8_453).signMessage({ message })],
    ['by the owner as themselves', wrap(await owner.signMessage({ message }))],
    ['by the owner as themselves, without the wrapper', await owner.signMessage({ message })],
    ['with another’s making', other.wrap(await wallet(true).signMessage({ message }))],
    ['with a call that makes nothing', wrap(await wallet(true).signMessage({ message }), nothing)],
    ['empty', wrap('0x')],
  ]
  for (const [name, signature] of wrong)
    expect([name, await authenticate({ message, signature, nonceToken })]).toEqual([
      name,
      { status: 422, proof: undefined, code: 4600, reason: 'signature' },
    ])
  const long = wrap(right, { to: accountContracts.safeProxyFactory, data: `0x${'00'.repeat(16_384)}` })
  expect((await authenticate({ message, signature: long, nonceToken })).status).toBe(400)
  // None of them has spent the nonce.
  expect(await authenticate({ message, signature: right, nonceToken })).toMatchObject({ proof: 'contract' })
})

test('a network that does not answer lets nobody in, and says so', async () => {
  const { address, wallet } = await smartAccount(34)
  const { message, nonceToken } = await prepare(address, 'eip155:8453')
  const signature = await wallet(false, 8_453).signMessage({ message })
  expect((await authenticate({ message, signature, nonceToken })).code).toBe(4401)
})
