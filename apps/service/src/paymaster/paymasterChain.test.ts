import {
  type AccountWorld,
  localSafeAccount,
  paymasterSigner,
  startAccountWorld,
} from '@latchkey/local-bundler'
import {
  createClient,
  custom,
  type EIP1193RequestFn,
  getContract,
  type Hex,
  http,
  numberToHex,
  parseAbi,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sponsorSpending, sponsorships } from '../db/sponsorSchema.ts'
import { API, createTestService, type TestService, WALLET } from '../testing/createTestService.ts'
import {
  askPaymaster,
  createSponsored,
  operationOf,
  PAYMASTER,
  signerBytes,
} from '../testing/sponsoredWallet.ts'
import { paymasterHash } from './ownPaymaster.ts'

let world: AccountWorld
let service: TestService
let clock = 0
beforeAll(async () => {
  world = await startAccountWorld()
  const chain = {
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [world.chain.url],
    bundlerUrls: [world.bundler.url],
    paymaster: { address: PAYMASTER, sponsor: 'The shop' },
  }
  service = await createTestService({
    chains: [
      { ...chain, id: 31_337 },
      { ...chain, id: 31_338 },
    ],
    config: {
      now: () => Date.now() + clock,
      secrets: {
        kek: new Uint8Array(32).fill(1),
        recoveryKek: new Uint8Array(32).fill(2),
        pepper: new Uint8Array(32).fill(3),
        paymasterSigner: signerBytes,
      },
    },
  })
})
afterAll(async () => {
  await service.stop()
  await world.stop()
})

type Call = { method: string; params?: unknown }

/** Everything goes through the service, as for the frame. */
const rpc = (path: string) =>
  custom(
    {
      request: (async ({ method, params }: Call) => {
        const answer = await service.app.request(`${API}${path}?chainId=eip155:31337&projectId=demo`, {
          method: 'POST',
          headers: { origin: WALLET, 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) }),
        })
        const reply = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
        if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
        return reply.result
      }) as EIP1193RequestFn,
    },
    { retryCount: 0 },
  )

async function actors(email: string) {
  const person = await createSponsored(service, email)
  const client = createClient({ chain: anvil, transport: rpc('/v1') })
  const account = await localSafeAccount(client, person.owner)
  const bundler = createBundlerClient({
    account,
    client,
    transport: rpc('/v1'),
    pollingInterval: 100,
    paymaster: createPaymasterClient({ transport: rpc('/paymaster/v1') }),
    userOperation: {
      async estimateFeesPerGas({ bundlerClient }) {
        const request = bundlerClient.request as (call: Call) => Promise<{ fast: Record<string, Hex> }>
        const { fast } = await request({ method: 'pimlico_getUserOperationGasPrice', params: [] })
        return {
          maxFeePerGas: BigInt(fast.maxFeePerGas ?? 0),
          maxPriorityFeePerGas: BigInt(fast.maxPriorityFeePerGas ?? 0),
        }
      },
    },
  })
  return { ...person, account, bundler }
}

const nobody = '0x000000000000000000000000000000000000dEaD'

test('a person without any coins sends operations that the paymaster pays for, and they are settled at their cost', async () => {
  const { account, bundler, sender, vault } = await actors('chain@example.com')
  // The service and a second implementation know the same account.
  expect(account.address).toBe(sender)
  const costs: bigint[] = []
  for (let turn = 0; turn < 2; turn++) {
    const hash = await bundler.sendUserOperation({ calls: [{ to: nobody, data: '0x' }] })
    const [promised] = (await service.database.db.select().from(sponsorships)).filter(
      (row) => row.settledAt === null,
    )
    expect(promised?.userOpHash).toBe(hash)
    const receipt = await bundler.waitForUserOperationReceipt({ hash })
    expect([receipt.success, receipt.paymaster?.toLowerCase()]).toEqual([true, PAYMASTER.toLowerCase()])
    costs.push(receipt.actualGasCost)
  }
  const spending = await service.database.db.select().from(sponsorSpending)
  const total = costs.reduce((sum, cost) => sum + cost, 0n)
  expect(spending.map(({ walletId, wei, operations }) => ({ walletId, wei, operations }))).toEqual(
    expect.arrayContaining([
      { walletId: '', wei: total, operations: 2 },
      { walletId: vault.ids.wallet, wei: total, operations: 2 },
    ]),
  )
  expect(JSON.stringify(service.logs)).not.toMatch(new RegExp(sender.slice(2), 'i'))
})

test('the hash is the one of the contract', async () => {
  const abi = parseAbi([
    'function getHash((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
    'function verifyingSigner() view returns (address)',
  ])
  const client = createClient({ chain: anvil, transport: http(world.chain.url) })
  const contract = getContract({ address: PAYMASTER, abi, client })
  expect(await contract.read.verifyingSigner()).toBe(paymasterSigner.address)
  const factory = { factory: nobody, factoryData: '0x0102' } as const
  for (const [index, changes] of [{}, factory, { nonce: numberToHex(2n ** 200n + 5n) }].entries()) {
    const operation = { ...operationOf(nobody, changes), signature: '0x' } as Parameters<
      typeof paymasterHash
    >[0]
    const terms = {
      paymaster: PAYMASTER,
      verificationGasLimit: 60_000n + BigInt(index),
      postOpGasLimit: BigInt(index),
      validUntil: 1_900_000_000 + index,
      validAfter: index,
    } as const
    const packed = toPackedUserOperation({
      sender: operation.sender,
      nonce: BigInt(operation.nonce),
      callData: operation.callData,
      callGasLimit: BigInt(operation.callGasLimit),
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      ...(operation.factory ? factory : {}),
      paymaster: terms.paymaster,
      paymasterVerificationGasLimit: terms.verificationGasLimit,
      paymasterPostOpGasLimit: terms.postOpGasLimit,
      paymasterData: '0x',
      signature: '0x',
    })
    const onChain = await contract.read.getHash([packed, terms.validUntil, terms.validAfter])
    expect(paymasterHash(operation, 31_337, terms)).toBe(onChain)
    expect(paymasterHash(operation, 31_338, terms)).not.toBe(onChain)
  }
})

test('a signature pays for nothing but its operation, on its network, in its time', async () => {
  const { bundler, account } = await actors('lies@example.com')
  const prepared = (await bundler.prepareUserOperation({
    calls: [{ to: nobody, data: '0x' }],
  })) as UserOperation<'0.7'>
  const send = async (changes: Partial<typeof prepared>) => {
    const operation = { ...prepared, ...changes }
    const signature = await account.signUserOperation(
      operation as Parameters<typeof account.signUserOperation>[0],
    )
    return bundler.sendUserOperation({ ...operation, signature } as Parameters<
      typeof bundler.sendUserOperation
    >[0])
  }
  const signedFor = async (chainId: number) => {
    const hex = (value: bigint | undefined) => numberToHex(value ?? 0n)
    const fields = operationOf(prepared.sender, {
      nonce: hex(prepared.nonce),
      callData: prepared.callData,
      factory: prepared.factory,
      factoryData: prepared.factoryData,
      callGasLimit: hex(prepared.callGasLimit),
      verificationGasLimit: hex(prepared.verificationGasLimit),
      preVerificationGas: hex(prepared.preVerificationGas),
      maxFeePerGas: hex(prepared.maxFeePerGas),
      maxPriorityFeePerGas: hex(prepared.maxPriorityFeePerGas),
    })
    const { body } = await askPaymaster(service, 'pm_getPaymasterData', fields, { chainId })
    return body.result?.paymasterData ?? '0x'
  }
  // AA34: the paymaster's signature does not hold.
  await expect(send({ callGasLimit: prepared.callGasLimit + 1n })).rejects.toThrow(/AA34|signature/i)
  await expect(send({ paymasterData: await signedFor(31_338) })).rejects.toThrow(/AA34|signature/i)
  clock = -3_600_000
  const late = await signedFor(31_337)
  clock = 0
  // AA32: expired.
  await expect(send({ paymasterData: late })).rejects.toThrow(/AA32|expire/i)
  const hash = await send({ paymasterData: await signedFor(31_337) })
  expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
})
