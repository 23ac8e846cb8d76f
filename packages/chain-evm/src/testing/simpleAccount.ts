import {
  type Address,
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  hashTypedData,
  pad,
  parseAbi,
} from 'viem'
import type { Call, OwnerTypedData, SmartAccountKind } from '../decode/smartAccount/model.ts'
import { wrapSignature } from '../decode/smartAccount/safeAccount.ts'
import { packUserOperation } from '../decode/smartAccount/userOperation.ts'

const abi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
  'function createAccount(address owner, uint256 salt) returns (address)',
])
const factory: Address = '0x13E9ed32155810FDbd067D4522C492D6f68E5944'
const entryPoint: Address = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const salt = pad('0x00')
const stub: Hex = `0x${'ff'.repeat(64)}1c`

function typedData(
  domain: Record<string, unknown>,
  domainType: string,
  [primaryType, members]: readonly [string, string],
  message: Record<string, string>,
): OwnerTypedData {
  const read = (text: string) =>
    text.split(',').map((member) => {
      const [type, name] = member.split(' ')
      return { name, type }
    })
  const types = { EIP712Domain: read(domainType), [primaryType]: read(members) }
  const json = JSON.stringify({ domain, types, primaryType, message })
  return { json, hash: hashTypedData(JSON.parse(json)) }
}

const encodeCalls = (calls: readonly Call[]): Hex => {
  const inner = calls.map(({ to, value, data }) => ({ target: to, value, data }))
  const [only] = inner
  if (only && inner.length === 1)
    return encodeFunctionData({
      abi,
      functionName: 'execute',
      args: [only.target, only.value, only.data],
    }).toLowerCase() as Hex
  return encodeFunctionData({ abi, functionName: 'executeBatch', args: [inner] }).toLowerCase() as Hex
}

function decodeCalls(callData: Hex): readonly Call[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: callData })
    if (functionName === 'createAccount') return null
    const inner =
      functionName === 'execute'
        ? [{ target: args[0], value: args[1], data: args[2] }]
        : (args[0] as readonly { target: Address; value: bigint; data: Hex }[])
    const calls = inner.map(({ target, value, data }) => ({ to: target, value, data }))
    return encodeCalls(calls) === callData.toLowerCase() ? calls : null
  } catch {
    return null
  }
}

const addressOf = (owner: Address): Address =>
  getCreate2Address({
    from: factory,
    salt,
    // In place of a proxy's code: its owner is part of it.
    bytecode: concatHex(['0x60', encodeAbiParameters([{ type: 'address' }], [owner])]),
  })

const deployment = (owner: Address) => ({
  factory,
  factoryData: encodeFunctionData({ abi, functionName: 'createAccount', args: [owner, 0n] }),
})

/** A second kind: SimpleAccount of EntryPoint 0.8, whose owner signs the operation itself as typed data. For tests. */
export const simpleAccount: SmartAccountKind = {
  name: 'simple-0.8',
  entryPoint,
  addressOf,
  deployment,
  encodeCalls,
  decodeCalls,
  stubSignature: stub,
  operationToSign: (operation, chainId) =>
    typedData(
      { name: 'ERC4337', version: '1', chainId, verifyingContract: entryPoint },
      'string name,string version,uint256 chainId,address verifyingContract',
      [
        'PackedUserOperation',
        'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData',
      ],
      {
        sender: operation.sender,
        nonce: String(operation.nonce),
        callData: operation.callData,
        preVerificationGas: String(operation.preVerificationGas),
        ...packUserOperation(operation),
      },
    ),
  operationSignature: (signature) => signature,
  hashToSign: (account, chainId, hash) =>
    typedData(
      { chainId, verifyingContract: account },
      'uint256 chainId,address verifyingContract',
      ['AccountMessage', 'bytes32 hash'],
      { hash },
    ),
  accountSignature: (owner, signature, deployed) =>
    deployed ? signature : wrapSignature({ ...deployment(owner), signature }),
  isOwnDomain: (owner, contract) =>
    [addressOf(owner), entryPoint].some((own) => own.toLowerCase() === contract.toLowerCase()),
}
