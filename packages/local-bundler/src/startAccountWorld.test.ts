import { devAccounts } from '@latchkey/testing'
import { poll, portIsTaken } from '@latchkey/testing/node'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  pad,
  parseAbi,
  parseEther,
  zeroAddress,
} from 'viem'
import { createBundlerClient, createPaymasterClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployAccountContracts, deployTestTargets } from './deployAccountContracts.ts'
import { falseAnswers } from './falseAnswers.ts'
import { localSafeAccount } from './localSafeAccount.ts'
import { permissionManagerAbi } from './permissionManagerAbi.ts'
import { safeAbi } from './safeEncoding.ts'
import { type AccountWorld, startAccountWorld } from './startAccountWorld.ts'
import { startPaymasterService } from './startPaymasterService.ts'
import type { LyingServer } from './startRpcServer.ts'
import { once } from './testing/redemption.ts'

const stranger = '0x00000000000000000000000000000000000000A1'
const manager = { abi: permissionManagerAbi } as const

let world: AccountWorld
let service: LyingServer
beforeAll(async () => {
  world = await startAccountWorld()
  service = await startPaymasterService({ chainUrl: world.chain.url })
})
afterAll(async () => {
  await service.stop()
  await world.stop()
})

const clientOf = () =>
  createPublicClient({ chain: foundry, transport: http(world.chain.url), pollingInterval: 20 })

/** A Safe that nobody has deployed yet, and a bundler client that works for it. */
async function newAccount(balance: bigint, paymaster = {}) {
  const client = clientOf()
  const account = await localSafeAccount(client, privateKeyToAccount(generatePrivateKey()))
  await world.chain.setBalance(account.address, balance)
  const transport = http(world.bundler.url)
  const bundler = createBundlerClient({ account, client, transport, pollingInterval: 20, ...paymaster })
  const send = async (calls: readonly { to: Hex; value?: bigint; data?: Hex }[], gas = {}) => {
    const hash = await bundler.sendUserOperation({ calls: [...calls], ...gas })
    return bundler.waitForUserOperationReceipt({ hash })
  }
  return { client, account, send }
}

test('an undeployed Safe pays for its first batch and for a second operation', async () => {
  const { client, account, send } = await newAccount(parseEther('1'))
  const before = await client.getBalance({ address: stranger })
  const first = await send([
    { to: stranger, value: 1n },
    { to: stranger, value: 2n },
  ])
  expect(first.success).toBe(true)
  expect(await account.isDeployed()).toBe(true)
  expect((await send([{ to: stranger, value: 4n }])).success).toBe(true)
  expect(await client.getBalance({ address: stranger })).toBe(before + 7n)
})

const sponsored = () => ({ paymaster: createPaymasterClient({ transport: http(service.url) }) })

test('an undeployed Safe without a coin is sponsored', async () => {
  const { account, send } = await newAccount(0n, sponsored())
  const { address, abi } = world.chain.contracts.token
  await world.chain.mintToken(account.address, 5n)
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [stranger, 5n] })
  const receipt = await send([{ to: address, data }])
  expect([receipt.success, receipt.paymaster?.toLowerCase()]).toEqual([
    true,
    world.contracts.paymaster.toLowerCase(),
  ])
  expect(await clientOf().getBalance({ address: account.address })).toBe(0n)
})

test('no fee is paid with the signature of another key, nor by a sponsor that refuses', async () => {
  const nobodys = `0xfffffffffffffffffffffffffffffff0${'0'.repeat(32)}07${'a'.repeat(62)}1c`
  service.tell(falseAnswers.sponsorAdds({ paymasterData: `0x${'0'.repeat(128)}${nobodys.slice(2)}` }))
  const { send } = await newAccount(0n, sponsored())
  await expect(send([{ to: stranger }])).rejects.toThrow(/AA34|signature/i)
  service.tell(falseAnswers.sponsorRefuses())
  await expect(send([{ to: stranger }])).rejects.toThrow('Not today.')
  service.tell(falseAnswers.sponsorRefusesLate)
  await expect(send([{ to: stranger }])).rejects.toThrow('Not any more.')
})

test('an operation whose call reverts is paid for, and its receipt says so', async () => {
  const { reverting } = await deployTestTargets(world.chain.call)
  const { send } = await newAccount(parseEther('1'))
  // Estimating would refuse it: so it goes in with gas of its own.
  const gas = { callGasLimit: 200_000n, verificationGasLimit: 500_000n, preVerificationGas: 100_000n }
  expect((await send([{ to: reverting, data: '0x12345678' }], gas)).success).toBe(false)
})

test('a permission that an operation gives is used by its grantee, within its limit', async () => {
  const grantee = devAccounts[3].address
  const { client, account, send } = await newAccount(parseEther('1'))
  const expiry = Number((await client.getBlock()).timestamp) + 3_600
  const allowances = [{ token: zeroAddress, amount: 3n, start: 0, period: 0 }]
  const address = world.contracts.permissionManager
  const given = await send([
    {
      to: account.address,
      data: encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args: [address] }),
    },
    {
      to: address,
      data: encodeFunctionData({
        ...manager,
        functionName: 'grant',
        args: [{ grantee, expiry, allowances, calls: [] }],
      }),
    },
  ])
  expect(given.success).toBe(true)
  const standing = { ...manager, address, functionName: 'permissionsOf', args: [account.address] } as const
  const id = (await client.readContract(standing))[0][0] ?? pad('0x')
  const redeeming = (value: bigint) => {
    const { contexts, modes, data } = once(account.address, id, { target: stranger, value })
    return { ...manager, address, functionName: 'redeemDelegations', args: [contexts, modes, data] } as const
  }
  const wallet = createWalletClient({ account: grantee, chain: foundry, transport: http(world.chain.url) })
  const before = await client.getBalance({ address: stranger })
  const hash = await wallet.writeContract(redeeming(3n))
  await poll(() => client.getTransactionReceipt({ hash }), { name: 'The redemption' })
  expect(await client.getBalance({ address: stranger })).toBe(before + 3n)
  const more = client.simulateContract({ ...redeeming(1n), account: grantee })
  await expect(more).rejects.toThrow('AllowanceExceeded')
})

test('the contracts survive a crash of the chain, and putting them up again changes nothing', async () => {
  const { chain, contracts } = world
  const deposit = () =>
    clientOf().readContract({
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      address: contracts.entryPoint,
      functionName: 'balanceOf',
      args: [contracts.paymaster],
    })
  await chain.kill()
  await chain.restart()
  expect(await deposit()).toBe(parseEther('100'))
  const block = await chain.call('eth_blockNumber')
  await deployAccountContracts(chain.call)
  expect([await deposit(), await chain.call('eth_blockNumber')]).toEqual([parseEther('100'), block])
  for (const address of Object.values(contracts))
    expect(await chain.call('eth_getCode', [address, 'latest'])).toMatch(/^0x[0-9a-f]{100,}$/)
})

test('the bundler dies and comes back on its port', async () => {
  const { bundler } = world
  let failure: string | undefined
  bundler.failed.then((reason) => {
    failure = reason
  })
  await bundler.kill()
  expect(await portIsTaken(bundler.port)).toBe(false)
  await expect(bundler.call('eth_supportedEntryPoints')).rejects.toThrow('ECONNREFUSED')
  await bundler.restart()
  expect(await bundler.call('eth_supportedEntryPoints')).toEqual([world.contracts.entryPoint])
  const { send } = await newAccount(parseEther('1'))
  expect((await send([{ to: stranger, value: 1n }])).success).toBe(true)
  expect(failure).toBeUndefined()
})
