import { encodeFunctionData, encodePacked, type Hex, type LocalAccount } from 'viem'
import {
  entryPoint07Abi,
  type SmartAccount,
  type SmartAccountImplementation,
  toPackedUserOperation,
  toSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { getChainId, readContract } from 'viem/actions'
import { accountContracts } from './accountContracts.ts'
import { addressOf, creationOf, joined, safeAbi } from './safeEncoding.ts'

/** EIP-712 type of what the owner signs for Safe4337Module. */
const safeOp = {
  SafeOp: [
    { type: 'address', name: 'safe' },
    { type: 'uint256', name: 'nonce' },
    { type: 'bytes', name: 'initCode' },
    { type: 'bytes', name: 'callData' },
    { type: 'uint128', name: 'verificationGasLimit' },
    { type: 'uint128', name: 'callGasLimit' },
    { type: 'uint256', name: 'preVerificationGas' },
    { type: 'uint128', name: 'maxPriorityFeePerGas' },
    { type: 'uint128', name: 'maxFeePerGas' },
    { type: 'bytes', name: 'paymasterAndData' },
    { type: 'uint48', name: 'validAfter' },
    { type: 'uint48', name: 'validUntil' },
    { type: 'address', name: 'entryPoint' },
  ],
} as const

/** The owner's signature with the times between which it counts; nought is always. */
const timed = (signature: Hex) => encodePacked(['uint48', 'uint48', 'bytes'], [0, 0, signature])

type Unsigned = Omit<UserOperation<'0.7'>, 'signature'>

function signOperation(owner: LocalAccount, operation: Unsigned, chainId: number): Promise<Hex> {
  const packed = toPackedUserOperation({ ...operation, signature: '0x' })
  return owner.signTypedData({
    domain: { chainId, verifyingContract: accountContracts.safe4337Module },
    types: safeOp,
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender,
      nonce: operation.nonce,
      initCode: packed.initCode,
      callData: operation.callData,
      verificationGasLimit: operation.verificationGasLimit,
      callGasLimit: operation.callGasLimit,
      preVerificationGas: operation.preVerificationGas,
      maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
      maxFeePerGas: operation.maxFeePerGas,
      paymasterAndData: packed.paymasterAndData,
      validAfter: 0,
      validUntil: 0,
      entryPoint: accountContracts.entryPoint,
    },
  })
}

const notHere = () => Promise.reject(new Error('This account signs operations alone.'))

/**
 * The Safe of one owner as viem's `SmartAccount`, written apart from the product: a second opinion for its tests, and
 * what an operation costs by the library alone. It signs operations, no messages.
 *
 * @example
 * const account = await localSafeAccount(client, privateKeyToAccount(key))
 * const bundler = createBundlerClient({ account, client, transport: http(world.bundler.url) })
 * await bundler.sendUserOperation({ calls: [{ to, value: 1n }] })
 */
export async function localSafeAccount(
  client: SmartAccountImplementation['client'],
  owner: LocalAccount,
): Promise<SmartAccount> {
  const factory = accountContracts.safeProxyFactory
  const proxyCode = await readContract(client, {
    abi: safeAbi,
    address: factory,
    functionName: 'proxyCreationCode',
  })
  const address = addressOf(owner.address, proxyCode)
  return toSmartAccount({
    client,
    entryPoint: { abi: entryPoint07Abi, address: accountContracts.entryPoint, version: '0.7' as const },
    getAddress: async () => address,
    getFactoryArgs: async () => ({ factory, factoryData: creationOf(owner.address) }),
    async encodeCalls(calls) {
      const { to, value, data, operation } = joined(calls)
      return encodeFunctionData({
        abi: safeAbi,
        functionName: 'executeUserOp',
        args: [to, value, data, operation],
      })
    },
    getStubSignature: async () => timed(`0x${'ec'.repeat(64)}1b`),
    async signUserOperation({ chainId, ...operation }) {
      const sender = operation.sender ?? address
      const id = chainId ?? (await getChainId(client))
      return timed(await signOperation(owner, { ...operation, sender }, id))
    },
    signMessage: notHere,
    signTypedData: notHere,
  })
}
