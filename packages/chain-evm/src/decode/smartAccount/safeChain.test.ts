import { deployAccountContracts } from '@latchkey/local-bundler'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, poll, sendTransaction, startAnvil } from '@latchkey/testing/node'
import fc from 'fast-check'
import {
  type Address,
  createTestClient,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  keccak256,
  pad,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyAddress, anyOperation } from '../../testing/arbitraryOperation.ts'
import type { Call, UserOperation } from './model.ts'
import { safeAccount, safeOperation } from './safeAccount.ts'
import { proxyCodeHash, safeContracts } from './safeContracts.ts'
import { packUserOperation, userOperationHash } from './userOperation.ts'

const chainId = 31_337
const sender = privateKeyToAccount(devAccounts[1].privateKey)
const validity = { after: 0, until: 0 }
const packed =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)'
const abi = parseAbi([
  `function getUserOpHash(${packed} op) view returns (bytes32)`,
  `function getOperationHash(${packed} op) view returns (bytes32)`,
  `function handleOps(${packed}[] ops, address beneficiary)`,
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function proxyCreationCode() pure returns (bytes)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function isModuleEnabled(address module) view returns (bool)',
  'function getStorageAt(uint256 offset, uint256 length) view returns (bytes)',
])

let anvil: Anvil
const clientOf = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
let client: ReturnType<typeof clientOf>
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  await deployAccountContracts(anvil.call)
  client = clientOf(anvil.url)
})
afterAll(() => anvil?.stop())

const ownerOf = (number: number) => privateKeyToAccount(pad(`0x${number.toString(16)}`, { size: 32 }))
const onChain = (operation: UserOperation, signature: Hex) => {
  const { sender, nonce, callData, preVerificationGas } = operation
  return { sender, nonce, callData, preVerificationGas, ...packUserOperation(operation), signature }
}
const deploy = async (owner: Address) => {
  const { factory, factoryData } = safeAccount.deployment(owner)
  await sendTransaction(anvil.call, { from: sender.address, to: factory, data: factoryData })
}

describe('address and deployment', () => {
  test('the hash of the code that the factory creates is the one that is written down', async () => {
    const code = await client.readContract({
      address: safeContracts.proxyFactory,
      abi,
      functionName: 'proxyCreationCode',
    })
    const word = pad(safeContracts.singleton, { size: 32 }).toLowerCase()
    expect(keccak256(`${code}${word.slice(2)}`)).toBe(proxyCodeHash)
  })
  test('the factory answers with the same address for any owner', async () => {
    for (const owner of fc.sample(
      anyAddress.filter((address) => BigInt(address) > 1n),
      20,
    )) {
      const { factory, factoryData } = safeAccount.deployment(owner)
      const { data } = await client.call({ to: factory, data: factoryData })
      expect(data).toBe(pad(safeAccount.addressOf(owner), { size: 32 }).toLowerCase())
    }
  })
  test('what lands there has this one owner, threshold 1, and the module as module and fallback handler', async () => {
    const { address: owner } = ownerOf(1001)
    const address = safeAccount.addressOf(owner)
    expect(await client.getCode({ address })).toBeUndefined()
    await deploy(owner)
    const read = { address, abi } as const
    expect(await client.readContract({ ...read, functionName: 'getOwners' })).toEqual([owner])
    expect(await client.readContract({ ...read, functionName: 'getThreshold' })).toBe(1n)
    const args = [safeContracts.module] as const
    expect(await client.readContract({ ...read, functionName: 'isModuleEnabled', args })).toBe(true)
    const slot = BigInt('0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5')
    const handler = await client.readContract({ ...read, functionName: 'getStorageAt', args: [slot, 1n] })
    expect(handler).toBe(pad(safeContracts.module, { size: 32 }).toLowerCase())
  })
})

test('entry point and module compute the hashes that are computed here, for any operation', async () => {
  for (const operation of fc.sample(anyOperation, 40)) {
    const times = { after: 17, until: 2 ** 40 }
    const signature = safeAccount.operationSignature(`0x${'11'.repeat(64)}1b`, times)
    const args = [onChain(operation, signature)] as const
    const asked = { address: safeAccount.entryPoint, abi, functionName: 'getUserOpHash', args } as const
    expect(await client.readContract(asked)).toBe(
      userOperationHash(operation, chainId, safeAccount.entryPoint),
    )
    const module = { address: safeContracts.module, abi, functionName: 'getOperationHash', args } as const
    expect(await client.readContract(module)).toBe(safeOperation(operation, chainId, times).hash)
  }
})

describe('operations', () => {
  const run = async (number: number, calls: readonly Call[], change: Partial<UserOperation> = {}) => {
    const owner = ownerOf(number)
    const address = safeAccount.addressOf(owner.address)
    const code = await client.getCode({ address })
    const nonce = await client.readContract({
      address: safeAccount.entryPoint,
      abi,
      functionName: 'getNonce',
      args: [address, 0n],
    })
    const operation: UserOperation = {
      sender: address,
      nonce,
      ...(code ? {} : safeAccount.deployment(owner.address)),
      callData: safeAccount.encodeCalls(calls),
      callGasLimit: 500_000n,
      verificationGasLimit: 500_000n,
      preVerificationGas: 100_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1n,
    }
    const { hash } = safeAccount.operationToSign(operation, chainId, validity)
    const signature = safeAccount.operationSignature(await owner.sign({ hash }), validity)
    const sent = { ...operation, ...change }
    const { request } = await client.simulateContract({
      account: sender,
      address: safeAccount.entryPoint,
      abi,
      functionName: 'handleOps',
      args: [[onChain(sent, signature)], sender.address],
    })
    const transaction = await client.writeContract({ ...request, chain: null })
    // viem's own wait looks again with the next block, and none comes where the receipt is a moment later than its block.
    return poll(() => client.getTransactionReceipt({ hash: transaction }), {
      name: 'the receipt of an operation',
      interval: 5,
    })
  }
  const fund = (number: number) =>
    client.setBalance({ address: safeAccount.addressOf(ownerOf(number).address), value: parseEther('1') })
  const to = (number: number) => pad(`0x${number.toString(16)}`, { size: 20 })

  test('the first one deploys the account, and a batch is made whole', async () => {
    await fund(1002)
    const calls = [41_001, 41_002].map((at) => ({ to: to(at), value: 5n, data: '0x' as const }))
    expect((await run(1002, calls)).status).toBe('success')
    expect(await client.getBalance({ address: to(41_001) })).toBe(5n)
    expect(await client.getBalance({ address: to(41_002) })).toBe(5n)
    await run(1002, [{ to: to(41_001), value: 2n, data: '0x1234' }])
    expect(await client.getBalance({ address: to(41_001) })).toBe(7n)
  })
  test('a batch with one call that fails makes none', async () => {
    await fund(1003)
    const failing = { to: safeContracts.module, value: 0n, data: '0x12345678' as const }
    await run(1003, [{ to: to(41_003), value: 5n, data: '0x' }, failing])
    expect(await client.getBalance({ address: to(41_003) })).toBe(0n)
  })
  test('what was signed cannot be changed, and is for one owner’s account', async () => {
    await fund(1004)
    const call = { to: to(41_004), value: 5n, data: '0x' } as const
    await expect(run(1004, [call], { maxFeePerGas: 2_000_000_001n })).rejects.toThrow('AA24')
    const other = safeAccount.encodeCalls([{ ...call, value: 6n }])
    await expect(run(1004, [call], { callData: other })).rejects.toThrow('AA24')
    expect(await client.getBalance({ address: call.to })).toBe(0n)
  })
})

describe('ERC-1271 and ERC-6492', () => {
  const typed = {
    domain: { name: 'Shop', chainId },
    types: { Order: [{ name: 'id', type: 'uint256' }] },
    primaryType: 'Order',
    message: { id: 7n },
  } as const
  const signed = async (number: number, hash: Hex, deployed: boolean) => {
    const owner = ownerOf(number)
    const address = safeAccount.addressOf(owner.address)
    const own = await owner.sign({ hash: safeAccount.hashToSign(address, chainId, hash).hash })
    return { address, signature: safeAccount.accountSignature(owner.address, own, deployed) }
  }
  test('viem accepts both before the account is deployed and after', async () => {
    for (const deployed of [false, true]) {
      if (deployed) await deploy(ownerOf(1005).address)
      const message = await signed(1005, hashMessage('hello'), deployed)
      expect(await client.verifyMessage({ ...message, message: 'hello' })).toBe(true)
      expect(await client.verifyMessage({ ...message, message: 'hellp' })).toBe(false)
      const data = await signed(1005, hashTypedData(typed), deployed)
      expect(await client.verifyTypedData({ ...data, ...typed })).toBe(true)
      expect(await client.verifyTypedData({ ...data, ...typed, message: { id: 8n } })).toBe(false)
    }
  })
  test('one that was wrapped before holds after the deployment too', async () => {
    const wrapped = await signed(1006, hashMessage('hello'), false)
    await deploy(ownerOf(1006).address)
    expect(await client.verifyMessage({ ...wrapped, message: 'hello' })).toBe(true)
  })
  test('one of another owner, account or network does not', async () => {
    const hash = hashMessage('hello')
    const { address } = await signed(1007, hash, false)
    const foreign = await signed(1008, hash, false)
    expect(await client.verifyMessage({ ...foreign, address, message: 'hello' })).toBe(false)
    const owner = ownerOf(1007)
    const elsewhere = await owner.sign({ hash: safeAccount.hashToSign(address, 1, hash).hash })
    const plain = await owner.sign({ hash })
    for (const own of [elsewhere, plain]) {
      const signature = safeAccount.accountSignature(owner.address, own, false)
      expect(await client.verifyMessage({ address, signature, message: 'hello' })).toBe(false)
    }
  })
})
