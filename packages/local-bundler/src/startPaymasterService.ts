import { type JsonRpc, jsonRpc } from '@latchkey/testing/node'
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
} from 'viem'
import { type RpcUserOperation, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { accountContracts } from './accountContracts.ts'
import { paymasterSigner } from './localKeys.ts'
import {
  type FalseAnswer,
  type LyingServer,
  type RpcAnswer,
  type RpcCall,
  startRpcServer,
} from './startRpcServer.ts'

const paymasterAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getHash(PackedUserOperation userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])

/** `validUntil` and `validAfter`; nought is always. */
const always = encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [0, 0])
/** Of the right form, so that recovering the signer does not revert; of nobody in particular. */
const nobodysSignature: Hex = `0xfffffffffffffffffffffffffffffff0${'0'.repeat(32)}07${'a'.repeat(62)}1c`
/** In units of gas. */
const limits = { paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 1n }

const isOperation = (value: unknown): value is Partial<Record<string, Hex>> & { sender: Address } =>
  typeof value === 'object' && value !== null && 'sender' in value

function readOperation(fields: Partial<Record<string, Hex>> & { sender: Address }): UserOperation<'0.7'> {
  const amount = (name: keyof RpcUserOperation<'0.7'>, fallback = 0n) => BigInt(fields[name] ?? fallback)
  return {
    sender: fields.sender,
    nonce: amount('nonce'),
    ...(fields.factory ? { factory: fields.factory, factoryData: fields.factoryData ?? '0x' } : {}),
    callData: fields.callData ?? '0x',
    callGasLimit: amount('callGasLimit'),
    verificationGasLimit: amount('verificationGasLimit'),
    preVerificationGas: amount('preVerificationGas'),
    maxFeePerGas: amount('maxFeePerGas'),
    maxPriorityFeePerGas: amount('maxPriorityFeePerGas'),
    paymaster: accountContracts.paymaster,
    paymasterData: always,
    paymasterVerificationGasLimit: amount(
      'paymasterVerificationGasLimit',
      limits.paymasterVerificationGasLimit,
    ),
    paymasterPostOpGasLimit: amount('paymasterPostOpGasLimit', limits.paymasterPostOpGasLimit),
    signature: '0x',
  }
}

/** The contract itself says what is to be signed. */
async function sign(call: JsonRpc, operation: UserOperation<'0.7'>): Promise<Hex> {
  const contract = { abi: paymasterAbi, functionName: 'getHash' } as const
  const data = encodeFunctionData({ ...contract, args: [toPackedUserOperation(operation), 0, 0] })
  const answer = await call('eth_call', [{ to: accountContracts.paymaster, data }, 'latest'])
  const raw = decodeFunctionResult({ ...contract, data: String(answer) as Hex })
  return privateKeyToAccount(paymasterSigner.privateKey).signMessage({ message: { raw } })
}

const invalid = (message: string): RpcAnswer => ({ error: { code: -32602, message } })

async function answer(call: JsonRpc, sponsor: string, { method, params }: RpcCall): Promise<RpcAnswer> {
  const [operation, entryPoint, chainId] = params
  if (method !== 'pm_getPaymasterStubData' && method !== 'pm_getPaymasterData')
    return { error: { code: -32601, message: 'There is no such method.' } }
  if (!isOperation(operation)) return invalid('The operation has no sender.')
  if (String(entryPoint).toLowerCase() !== accountContracts.entryPoint.toLowerCase())
    return invalid('Another entry point.')
  if (chainId !== (await call('eth_chainId'))) return invalid('Another network.')
  const paymaster = accountContracts.paymaster
  if (method === 'pm_getPaymasterStubData')
    return {
      result: {
        paymaster,
        paymasterData: concat([always, nobodysSignature]),
        paymasterVerificationGasLimit: numberToHex(limits.paymasterVerificationGasLimit),
        paymasterPostOpGasLimit: numberToHex(limits.paymasterPostOpGasLimit),
        sponsor: { name: sponsor },
        isFinal: false,
      },
    }
  const signature = await sign(call, readOperation(operation))
  return { result: { paymaster, paymasterData: concat([always, signature]) } }
}

/**
 * A paymaster service (ERC-7677) on 127.0.0.1 that pays for everything on the local chain, unless it is told to lie.
 *
 * @param options `chainUrl` is the chain's JSON-RPC; `sponsor` the name that it gives, by default "Test sponsor"
 * @throws Error when the port is taken
 * @example
 * const service = await startPaymasterService({ chainUrl: world.chain.url })
 * service.tell(falseAnswers.sponsorRefuses())
 * await service.stop()
 */
export function startPaymasterService(options: {
  chainUrl: string
  sponsor?: string
  port?: number
  lie?: FalseAnswer
}): Promise<LyingServer> {
  const call = jsonRpc(options.chainUrl)
  return startRpcServer((asked) => answer(call, options.sponsor ?? 'Test sponsor', asked), options)
}
