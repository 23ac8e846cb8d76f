import { managerAbi } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { decodeFunctionData, encodeFunctionResult, type Hex, zeroAddress } from 'viem'
import type { ChainRpc, RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'

export type FakePermission = AccountPermission & { id: Hex; spent: readonly bigint[] }

export type FakeNetwork = {
  deployed: boolean
  permissions: readonly FakePermission[]
  /** It does not answer. */
  silent: boolean
}

const word = (value: bigint | number): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`

function permissionsAnswer(permissions: readonly FakePermission[]): Hex {
  return encodeFunctionResult({
    abi: managerAbi,
    functionName: 'permissionsOf',
    result: [
      permissions.map(({ id }) => id),
      permissions.map(({ grantee, expiry, limits, calls }) => ({
        grantee,
        expiry,
        allowances: limits.map(({ token, ...limit }) => ({ token: token ?? zeroAddress, ...limit })),
        calls: [...calls],
      })),
      permissions.map(({ spent }) => spent),
    ],
  })
}

const isPermissionsOf = (data: Hex) => {
  try {
    return decodeFunctionData({ abi: managerAbi, data }).functionName === 'permissionsOf'
  } catch {
    return false
  }
}

const gas = { callGasLimit: '0x186a0', verificationGasLimit: '0x186a0', preVerificationGas: '0xc350' }
const answers: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { number: '0x10', baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateUserOperationGas: gas,
}

/** A network with a smart account on it, as far as an operation can be put together. */
export function fakeNetwork(state: FakeNetwork): ChainRpc {
  return fakeChain(({ method, params }: RpcCall) => {
    if (state.silent) throw new ChainUnreachableError()
    if (method === 'eth_getCode') return state.deployed ? '0x60' : '0x'
    if (method === 'eth_call') {
      const [{ data }] = params as [{ data: Hex }]
      if (isPermissionsOf(data)) return permissionsAnswer(state.permissions)
      // Nonce, deposit, "is it enabled?": one, none and yes are all fine.
      return word(1)
    }
    if (method in answers) return answers[method]
    throw new ChainRefusedError({ data: { rpcCode: -32601, rpcMessage: 'unknown method' } })
  })
}
