import { testContracts } from '@latchkey/testing'
import { receiptOf } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'
import { encodeErrorResult, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { chainClient, ether, friend } from '../support/chainClient.ts'
import { createHostPage, type HostPage } from '../support/HostPage.ts'
import { order, tooMuch } from '../support/libraries/Library.ts'
import {
  bundleLibraries,
  type LibraryName,
  libraryNames,
  libraryOn,
  useLibraries,
} from '../support/libraries/libraryOn.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { sendCalls, sendsWell } from '../support/sendCalls.ts'
import { connected } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

test.describe.configure({ mode: 'serial' })

const { token } = testContracts
const reasonAbi = parseAbi(['error Error(string)'])
const reason = 'the harbour is closed'

let script: string
test.beforeAll(async () => {
  script = await bundleLibraries()
})

/** Puts a contract on the chain whose every call reverts with the words. */
async function deployReason(stack: Parameters<typeof chainClient>[0]): Promise<Hex> {
  const data = encodeErrorResult({ abi: reasonAbi, args: [reason] }).slice(2)
  const size = (data.length / 2).toString(16).padStart(2, '0')
  // Copies what stands behind it to the memory, and reverts with it.
  const runtime = `60${size}600c60003960${size}6000fd${data}`
  const length = (runtime.length / 2).toString(16).padStart(2, '0')
  const [from] = (await stack.chain.call('eth_accounts', [])) as string[]
  const hash = await stack.chain.call('eth_sendTransaction', [
    { from, data: `0x60${length}600c60003960${length}6000f3${runtime}` },
  ])
  return (await receiptOf(stack.chain.call, hash)).contractAddress as Hex
}

/** What every library reads, decodes and is refused, connected or not. */
async function readsAndReverts(page: Page, owner: string, refuser: string): Promise<void> {
  const transferError = { name: 'ERC20InsufficientBalance', args: [owner, '0', String(tooMuch)] }
  for (const name of libraryNames) {
    const library = libraryOn(page, name)
    expect(await library.chainId(), name).toBe('31337')
    expect(await library.balance(friend), name).toMatch(/^\d{18,}$/)
    expect(await library.tokenName(token.address), name).toBe('Latchkey Test Dollar')
    for (const by of ['call', 'estimate'] as const) {
      const decoded = await library.customError(token.address, owner, by)
      expect({ ...decoded, args: decoded.args.map(lower) }, `${name} ${by}`).toEqual({
        ...transferError,
        args: transferError.args.map(lower),
      })
      expect(await library.reason(refuser, by), `${name} ${by}`).toContain(reason)
    }
    for (const count of [40, 100])
      expect(await library.burst(token.address, count), `${name} ${count}`).toBe(count)
    expect(await library.unknownMethod(), name).toBe(4200)
  }
}
const lower = (text: string) => text.toLowerCase()

/** The next block that each library hears of is one that comes now. */
async function hearsOfBlocks(page: Page, mine: () => Promise<unknown>): Promise<void> {
  for (const name of libraryNames) {
    let isHeard = false
    const heard = libraryOn(page, name)
      .nextHead()
      .finally(() => {
        isHeard = true
      })
    // It may have to ask before it follows.
    await expect(async () => {
      await mine()
      expect(isHeard).toBe(true)
    }).toPass()
    expect(await heard, name).toMatch(/^\d+$/)
  }
}

test('R8-88 R8-89 R4-63 ethers, viem and web3 read, decode reverts and hear of blocks before anybody connects', async ({
  host,
  page,
  stack,
}) => {
  await host.goto()
  await useLibraries(page, script, token.abi)
  // Other specs of the worker may have sent tokens to everybody known.
  const poor = privateKeyToAddress(generatePrivateKey())
  await readsAndReverts(page, poor, await deployReason(stack))
  await hearsOfBlocks(page, () => stack.chain.call('evm_mine', []))
  for (const [method, result] of [
    ['eth_accounts', []],
    ['wallet_getPermissions', []],
    ['eth_coinbase', null],
    ['net_listening', true],
    ['eth_protocolVersion', '0x44'],
  ] as const)
    expect((await rpc(page, method, [])).result, method).toEqual(result)
  for (const [method, params] of [
    ['web3_clientVersion', []],
    ['web3_sha3', ['0x68656c6c6f']],
    ['eth_blobBaseFee', []],
    ['eth_createAccessList', [{ from: friend, to: token.address, data: '0x06fdde03' }, 'latest']],
    [
      'eth_simulateV1',
      [{ blockStateCalls: [{ calls: [{ to: token.address, data: '0x06fdde03' }] }] }, 'latest'],
    ],
  ] as const)
    expect(await rpc(page, method, params), method).toHaveProperty('result')
  expect((await rpc(page, 'personal_sign', ['0x00', friend])).code).toBe(4100)
  await expect(host.dialog).toBeHidden()
})

/** The amounts of the token's transfers that the page hears of by `eth_subscribe`, in the order in which they come. */
async function transfersHeard(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(async (address) => {
    const heard: { data: string }[] = []
    window.announced.on('message', (message) => {
      heard.push((message as { data: { result: { data: string } } }).data.result)
    })
    Object.assign(window, { heard })
    await window.announced.request({ method: 'eth_subscribe', params: ['logs', { address }] })
  }, token.address)
  return () =>
    page.evaluate(() =>
      (window as unknown as { heard: { data: string }[] }).heard.map(({ data }) => Number(data)),
    )
}

test('R7-93 a page is told of transfers by the service, and goes on hearing of them when its socket is cut', async ({
  host,
  page,
  stack,
}) => {
  const told: string[] = []
  const cuts: (() => Promise<void>)[] = []
  await page.routeWebSocket(/\/v1\?.*chainId=/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      told.push(String(message))
      socket.send(message)
    })
    cuts.push(() => socket.close())
  })
  await host.goto()
  await useLibraries(page, script, token.abi)
  const heard = await transfersHeard(page)
  await expect.poll(() => told.some((message) => message.includes('"result":"0x'))).toBe(true)

  await stack.chain.mintToken(friend, 11n)
  await expect.poll(heard).toEqual([11])
  expect(told.filter((message) => message.includes('eth_subscription'))).toHaveLength(1)

  await cuts[0]?.()
  await stack.chain.mintToken(friend, 12n)
  await expect.poll(heard, { timeout: 60_000 }).toEqual([11, 12])
})

for (const account of ['eoa', 'smart'] as const)
  test(`R8-88 R7-92 R7-94 R6-30 ethers, viem and web3 sign, send and are refused with a ${account} account`, async ({
    page,
    email,
    stack,
  }) => {
    const host = createHostPage(page, stack, stack.origins.app, account)
    await host.signIn(email)
    const address = (await host.address()) as Hex
    await stack.chain.setBalance(address, ether)
    await useLibraries(page, script, token.abi)
    for (const name of libraryNames) await signsAndSends(host, stack, address, name)
    await refusesAtOnce(host, address)
    await switchesNetworks(page)
    await callsAndTokens(host, address)

    await page.reload()
    // At once: the account is not known yet.
    expect(await host.address()).toBe(address)
    await connected(host)
  })

/** What a person has to approve, as each library asks for it. */
async function signsAndSends(
  host: HostPage,
  stack: Parameters<typeof chainClient>[0],
  address: Hex,
  name: LibraryName,
): Promise<void> {
  const chain = chainClient(stack)
  const library = libraryOn(host.page, name)
  const message = `Hello from ${name}`
  const signed = library.sign(message, address)
  // A question that a library asks meanwhile ends nothing.
  expect((await rpc(host.page, 'wallet_getPermissions', [])).result).toMatchObject([
    { parentCapability: 'eth_accounts', caveats: [{ value: [address] }] },
  ])
  expect(await library.unknownMethod(), name).toBe(4200)
  await host.approve()
  const signature = (await signed) as Hex
  expect(await chain.verifyMessage({ address, message, signature }), name).toBe(true)

  const typed = library.signTyped(address)
  // It names the account, and nobody can read what for.
  await host.confirmReading()
  await host.approve()
  const typedSignature = (await typed) as Hex
  const data = {
    domain: order.domain,
    types: order.types,
    primaryType: 'Order' as const,
    message: { buyer: address, price: 42n },
  }
  expect(await chain.verifyTypedData({ address, signature: typedSignature, ...data }), name).toBe(true)

  const sent = library.send(address, friend)
  await host.approve()
  const receipt = await chain.waitForTransactionReceipt({ hash: (await sent) as Hex })
  expect(receipt.status, name).toBe('success')

  const { name: error } = await library.customError(token.address, address, 'estimate')
  expect(error, name).toBe('ERC20InsufficientBalance')
}

/** The person declines; and what needs nobody to be refused opens nothing. */
async function refusesAtOnce(host: HostPage, address: Hex): Promise<void> {
  const { page } = host
  await startRequests(page, [{ method: 'personal_sign', params: ['0x4e6f', address] }])
  await host.reject()
  expect((await outcome(page)).code).toBe(4001)
  await expect(host.dialog).toBeHidden()
  for (const [method, params, code] of [
    ['personal_sign', ['0x00'], -32602],
    ['eth_sendTransaction', [{ to: 'nobody' }], -32602],
    ['eth_signTypedData_v4', [address, '{}'], -32602],
    ['eth_sign', [address, '0x00'], 4200],
    ['eth_signTransaction', [{}], 4200],
    ['solana_signMessage', [], 4200],
  ] as const)
    expect((await rpc(page, method, params)).code, method).toBe(code)
  await expect(host.dialog).toBeHidden()
}

async function switchesNetworks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.announced.on('chainChanged', (chainId) => void heard.push(chainId))
  })
  for (const chainId of ['0x2105', '0x7a69']) {
    expect((await rpc(page, 'wallet_switchEthereumChain', [{ chainId }])).result).toBeNull()
    expect((await rpc(page, 'eth_chainId', [])).result).toBe(chainId)
  }
  expect(await page.evaluate(() => (window as unknown as { heard: unknown }).heard)).toEqual([
    '0x2105',
    '0x7a69',
  ])
}

/** EIP-5792 and EIP-747. */
async function callsAndTokens(host: HostPage, address: Hex): Promise<void> {
  const { page } = host
  await sendsWell(host, sendCalls([tokenCalls.mint(address, 5n), tokenCalls.mint(address, 6n)]))
  const asset = { type: 'ERC20', options: { address: token.address, symbol: 'LKD', decimals: 6 } }
  await startRequests(page, [{ method: 'wallet_watchAsset', params: asset }])
  await host.approve('Add')
  expect((await outcome(page)).result).toBe(true)
}
