import { loadRecovery } from '@latchkey/chain-evm/decode'
import { managerAbi, readPermissionContext, safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { type AccountWorld, permissionManagerAbi, startAccountWorld } from '@latchkey/local-bundler'
import { RequestBlockedError, UnknownPermissionError } from '@latchkey/protocol/frame'
import { testContracts } from '@latchkey/testing'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  http,
  parseAbi,
  parseEther,
  toFunctionSelector,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountContext, createRevocations } from '../../../account/smartAccount/createRevocations.ts'
import { readNetwork } from '../../../account/smartAccount/NetworkPermissions.tsx'
import { fakePage } from '../../../account/testing/fakePage.ts'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import type { Frame } from '../../../context/Frame.ts'
import { fakeFrame, signedIn, testConfig } from '../../../testing/fakeFrame.ts'
import { answerGranted } from '../answerGranted.ts'
import { operations } from '../operation/userOperationApproval.ts'
import { createChainRpc } from '../rpc/createChainRpc.ts'
import { openPermission } from './permissionApprovals.ts'
import { answerRevocation } from './revocations.ts'

const owner = privateKeyToAccount(generatePrivateKey())
const session = privateKeyToAccount(generatePrivateKey())
const account = safeAccount.addressOf(owner.address)
const receiver = privateKeyToAccount(generatePrivateKey()).address
const token = testContracts.token.address
const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

let world: AccountWorld
let frame: Frame
/** ms that the wallet's clock is ahead. */
let ahead = 0

/** As the service routes: what is the bundler's goes to the bundler. */
function proxy({ chain, bundler }: AccountWorld): typeof fetch {
  const bundlers = /UserOperation|supportedEntryPoints/
  const forward = async (call: { method: string }) => {
    const url = bundlers.test(call.method) ? bundler.url : chain.url
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    }
    return (await fetch(url, init)).json() as Promise<unknown>
  }
  return async (_, init) => {
    const body = JSON.parse(String(init?.body)) as { method: string } | { method: string }[]
    return Response.json(Array.isArray(body) ? await Promise.all(body.map(forward)) : await forward(body))
  }
}

/** As keys does. */
async function sign(typedData: string) {
  const data = JSON.parse(typedData)
  return { signature: await owner.signTypedData(data), hash: hashTypedData(data) }
}

const [local] = testConfig.chains
if (!local) throw new Error('no network')

function openFrame(): Frame {
  const { permissionManager } = world.contracts
  const chain = { ...local, smartAccounts: { entryPoint: '0.7' as const, permissionManager } } as typeof local
  const config = { ...testConfig, chains: chain ? [chain] : [] }
  return fakeFrame({
    config,
    chain: createChainRpc(config, proxy(world)),
    state: { ...signedIn, accounts: [{ namespace: 'eip155', address: owner.address, type: 'eoa' }] },
    keys: {
      signTypedData: ({ typedData }: { typedData: string }) => sign(typedData),
    },
    now: () => Date.now() + ahead,
  })
}

const client = () => createPublicClient({ chain: anvil, transport: http(world.chain.url) })
const never = new AbortController().signal

const requestOf = (method: string, ...params: unknown[]) => {
  const [chain] = frame.config.chains
  if (!chain) throw new Error('no network')
  return { method, params, chain }
}
async function approve(approval: Approval<never>): Promise<unknown> {
  const prepared = await (approval as Approval).prepare(never)
  expect(prepared.view.stop).toBeNull()
  return (approval as Approval).sign(prepared.payload, () => undefined)
}
const ask = async (method: string, ...params: unknown[]) =>
  approve((await openPermission(frame, requestOf(method, ...params), operations)) as Approval<never>)

type Given = { context: Hex; delegationManager: Hex; from: Hex; dependencies: unknown[] }
const grant = async (...items: object[]) =>
  (await ask(
    'wallet_requestExecutionPermissions',
    ...items.map((item) => ({ chainId: '0x7a69', to: session.address, ...item })),
  )) as Given[]

/** As a dapp's back end redeems (ERC-7710): from its own account, by a plain transaction. */
async function redeem(
  context: Hex,
  target: Hex,
  value: bigint,
  data: Hex = '0x',
  from = session,
): Promise<string> {
  const wallet = createWalletClient({ account: from, chain: anvil, transport: http(world.chain.url) })
  const execution = encodePacked(['address', 'uint256', 'bytes'], [target, value, data])
  const { request } = await client().simulateContract({
    account: from,
    address: world.contracts.permissionManager,
    abi: permissionManagerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [`0x${'0'.repeat(64)}`], [execution]],
  })
  const hash = await wallet.writeContract(request)
  const { status } = await client().waitForTransactionReceipt({ hash })
  return status
}
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [receiver, amount] })

beforeAll(async () => {
  await loadRecovery()
  world = await startAccountWorld()
  frame = openFrame()
  for (const address of [account, session.address])
    await world.chain.call('anvil_setBalance', [address, toHex(parseEther('10'))])
})
afterAll(() => world.stop())

test('the wallet and the contract mean the same calls', () => {
  const selectors = (abi: typeof managerAbi | typeof permissionManagerAbi) =>
    new Map(abi.flatMap((item) => (item.type === 'function' ? [[item.name, toFunctionSelector(item)]] : [])))
  const theirs = selectors(permissionManagerAbi)
  for (const [name, selector] of selectors(managerAbi)) expect(theirs.get(name), name).toBe(selector)
})

describe('on a chain', () => {
  let context: Hex

  test('R6-20 an account that is not deployed gives a permission by its first operation', async () => {
    const items = [
      {
        permission: {
          type: 'native-token-allowance',
          isAdjustmentAllowed: false,
          data: { allowanceAmount: toHex(parseEther('1')) },
        },
      },
    ]
    const [given] = await grant(...items)
    expect(given).toMatchObject({
      from: account,
      delegationManager: world.contracts.permissionManager,
      dependencies: [],
    })
    context = given?.context ?? '0x'
    expect(readPermissionContext(context)?.account).toBe(account)
    expect(await client().getCode({ address: account })).toMatch(/^0x.+/)
  })

  test('R6-20 it works within its limit and fails outside of it', async () => {
    expect(await redeem(context, receiver, parseEther('0.6'))).toBe('success')
    expect(await client().getBalance({ address: receiver })).toBe(parseEther('0.6'))
    await expect(redeem(context, receiver, parseEther('0.6'))).rejects.toThrow('AllowanceExceeded')
    await expect(redeem(context, token, 0n, transfer(1n))).rejects.toThrow('CallNotAllowed')
    await world.chain.call('anvil_setBalance', [owner.address, toHex(parseEther('1'))])
    await expect(redeem(context, receiver, 1n, '0x', owner)).rejects.toThrow('NotGrantee')
    expect(await redeem(context, receiver, parseEther('0.4'))).toBe('success')
  })

  test('what stands is told to the site that asked, and to no other', async () => {
    const granted = await answerGranted(frame, requestOf('wallet_getGrantedExecutionPermissions'))
    expect(granted).toMatchObject([
      { context, from: account, to: session.address, permission: { type: 'native-token-allowance' } },
    ])
    const other = { ...frame, origin: 'https://other.example' }
    expect(await answerGranted(other, requestOf('wallet_getGrantedExecutionPermissions'))).toEqual([])
    expect(await answerGranted(frame, requestOf('wallet_getSupportedExecutionPermissions'))).toMatchObject({
      'native-token-allowance': { chainIds: ['0x7a69'], ruleTypes: ['expiry'] },
    })
  })

  test('R6-12 what the account has is told', async () => {
    await world.chain.mintToken(account, 1_000n)
    const assetFilter = { '0x7a69': [{ address: token, type: 'ERC20' }] }
    const named = await answerGranted(frame, requestOf('wallet_getAssets', { account, assetFilter }))
    const asset = { address: token, balance: '0x3e8', type: 'erc20', metadata: { decimals: 6 } }
    expect(named).toMatchObject({ '0x7a69': [asset] })
    const all = await answerGranted(frame, requestOf('wallet_getAssets', { account }))
    expect(all).toMatchObject({ '0x7a69': [{ address: 'native', type: 'native' }, asset] })
  })

  test('R6-20 a token every day, as much as the person left of it', async () => {
    const data = { tokenAddress: token, periodAmount: toHex(500n), periodDuration: 86_400 }
    const permission = { type: 'erc20-token-periodic', isAdjustmentAllowed: true, data }
    const item = { chainId: '0x7a69', to: session.address, permission }
    const approval = (await openPermission(
      frame,
      requestOf('wallet_requestExecutionPermissions', item),
      operations,
    )) as Approval
    const first = await approval.prepare(never)
    expect(first.view.caps).toMatchObject([{ asked: 500n, current: 500n, balance: 1_000n }])
    // More than was asked for cannot be given.
    expect(await approval.edit?.(first, { kind: 'cap', call: 0, amount: 501n }, never)).toBeUndefined()
    const edited = await approval.edit?.(first, { kind: 'cap', call: 0, amount: 100n }, never)
    expect(edited?.view).toMatchObject({
      stop: null,
      caps: [{ current: 100n }],
      changes: { status: 'exact', rows: [{ direction: 'gives', value: { amount: 100n } }] },
    })
    // Looked at once more after a while, it is the same screen.
    ahead = 16_000
    expect(edited && (await approval.confirm?.(edited, never))?.view).toEqual(edited?.view)
    ahead = 0
    expect(edited?.view.sentence).toMatchObject({
      key: 'permission.sayDays_other',
      values: { amount: { amount: 100n } },
    })
    const soon = edited?.view.until?.options[2] ?? 0
    const sooner = await approval.edit?.(edited as typeof first, { kind: 'until', expiry: soon }, never)
    expect(sooner?.view).toMatchObject({ stop: null, until: { chosen: soon }, caps: [{ current: 100n }] })
    const [given] = (await approval.sign(sooner?.payload, () => undefined)) as Given[]
    expect(given).toMatchObject({ rules: [{ data: { timestamp: soon } }] })
    expect(given).toMatchObject({ permission: { data: { periodAmount: '0x64' } } })
    const daily = given?.context ?? '0x'
    expect(await redeem(daily, token, 0n, transfer(100n))).toBe('success')
    await expect(redeem(daily, token, 0n, transfer(1n))).rejects.toThrow('AllowanceExceeded')
    await world.chain.call('evm_increaseTime', [86_400])
    await world.chain.call('evm_mine', [])
    expect(await redeem(daily, token, 0n, transfer(1n))).toBe('success')
    expect(
      await client().readContract({
        address: token,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [receiver],
      }),
    ).toBe(101n)
  })

  test('R6-21 taken back, it ends; and taking it back once more asks nobody', async () => {
    const params = { permissionContext: context }
    expect(
      await answerRevocation(frame, requestOf('wallet_revokeExecutionPermission', params)),
    ).toBeUndefined()
    expect(await ask('wallet_revokeExecutionPermission', params)).toEqual({})
    await expect(redeem(context, receiver, 0n)).rejects.toThrow('UnknownPermission')
    expect(await answerRevocation(frame, requestOf('wallet_revokePermissions', params))).toEqual({
      result: {},
    })
    expect(await answerGranted(frame, requestOf('wallet_getGrantedExecutionPermissions'))).toHaveLength(1)
  })

  test('R6-21 on the account page the person takes back all that stands', async () => {
    const [chain] = frame.config.chains
    if (!chain) throw new Error('no network')
    const keys = await frame.keys.state()
    const signTypedData = async ({ typedData }: { typedData: string }) => sign(typedData)
    const page = { ...fakePage({ keys }, { signTypedData }), config: frame.config, now: Date.now }
    const { store, revoke } = createRevocations(accountContext(page, frame.chain))
    const before = await readNetwork(frame.chain, chain, account, never)
    expect(before).toMatchObject({ deployed: true, permissions: [{ grantee: session.address }] })
    store.subscribe(() => {
      const { shown } = store.getState()
      // As the person does who has read it.
      if (shown?.phase === 'ready' && shown.hash !== null) shown.onApprove(shown.hash)
    })
    await revoke(chain, before.permissions?.map(({ id }) => id) ?? [], never)
    expect(await readNetwork(frame.chain, chain, account, never)).toMatchObject({ permissions: [] })
    expect(store.getState().shown).toBeNull()
  })

  test('nothing of another account is taken back', async () => {
    const foreign = `0x${'0'.repeat(24)}${receiver.slice(2)}${'1'.repeat(64)}`
    await expect(
      openPermission(
        frame,
        requestOf('wallet_revokeExecutionPermission', { permissionContext: foreign }),
        operations,
      ),
    ).rejects.toThrow(UnknownPermissionError)
  })

  test('the wallet refuses before the contract would', async () => {
    await expect(
      grant({
        to: account,
        permission: {
          type: 'native-token-allowance',
          isAdjustmentAllowed: false,
          data: { allowanceAmount: '0x1' },
        },
      }),
    ).rejects.toThrow(RequestBlockedError)
  })
})
