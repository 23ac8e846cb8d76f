import {
  type Address,
  concatHex,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
} from 'viem'
import { sameAddress } from '../address.ts'
import type { EventLog, TriedAnswer } from '../model.ts'
import type { OperationTrial, PackedFields, UserOperation } from './model.ts'
import { entryPoint07 } from './safeContracts.ts'

const entryPointAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
  'event BeforeExecution()',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
])

/** Where Safe 1.4.1 keeps the hashes that an owner has approved on chain: `approvedHashes[owner][hash]`. */
const approvedHashesSlot = 8n
const slotOf = (key: Hex, slot: Hex): Hex => keccak256(concatHex([pad(key), slot]))

/** A signature that says: the owner approved this hash on chain (`v` of 1). */
const approvedBy = (owner: Address): Hex => concatHex([pad(owner), pad('0x'), '0x01'])

const isTopic = (topic: Hex | undefined, eventName: 'BeforeExecution') =>
  topic === encodeEventTopics({ abi: entryPointAbi, eventName })[0]

function eventOf(log: EventLog) {
  if (!sameAddress(log.address, entryPoint07)) return undefined
  try {
    return decodeEventLog({ abi: entryPointAbi, topics: log.topics as [Hex, ...Hex[]], data: log.data })
  } catch {
    return undefined
  }
}

const isLog = (log: unknown): log is EventLog =>
  typeof log === 'object' && log !== null && 'address' in log && 'topics' in log && Array.isArray(log.topics)

/**
 * What the entry point says of one operation, as the answer of the account's own call. Undefined when it did not come to
 * its calls: what is wrong then, the bundler says.
 */
function answerOf(
  answer: TriedAnswer | undefined,
  { sender, paymaster }: UserOperation,
): TriedAnswer | undefined {
  if (!answer || BigInt(answer.status) !== 1n || !Array.isArray(answer.logs)) return undefined
  const logs = answer.logs.filter(isLog)
  // Before it the account pays its fee in advance, or a paymaster takes what it wants for paying it.
  const start = logs.findIndex(
    ({ address, topics }) => sameAddress(address, entryPoint07) && isTopic(topics[0], 'BeforeExecution'),
  )
  const events = logs.flatMap((log) => eventOf(log) ?? [])
  const done = events.find(
    (event) => event.eventName === 'UserOperationEvent' && sameAddress(event.args.sender, sender),
  )
  if (start === -1 || done?.eventName !== 'UserOperationEvent') return undefined
  const failed = events.find(({ eventName }) => eventName === 'UserOperationRevertReason')
  const returnData = failed?.eventName === 'UserOperationRevertReason' ? failed.args.revertReason : '0x'
  if (!done.args.success) return { ...answer, status: '0x0', returnData, error: undefined, logs: [] }
  return { ...answer, logs: paymaster === undefined ? logs.slice(start + 1) : logs }
}

/** Gas of the entry point's own work, beyond what an operation pays for by its fields. */
const ownGas = 200_000n

function gasOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const paid = callGasLimit + verificationGasLimit + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  // Of what there is, a call passes on 63 of 64 parts (EIP-150).
  return ((paid + preVerificationGas) * 64n) / 63n + ownGas
}

/**
 * The operation for an account that a block before has set up. Its sponsor vouched for one that sets it up, so nobody pays
 * for this one: to the account's calls that is the same as another's paying.
 */
function setUpBefore(operation: UserOperation): UserOperation {
  const { factory, factoryData, ...rest } = operation
  if (factory === undefined || operation.paymaster === undefined) return rest
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...unpaid } = rest
  return { ...unpaid, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
}

/**
 * Tries an operation as the entry point will run it, before anybody has signed: the owner's approval stands in the account's
 * storage instead. Everything that a contract can see is as it will be; nothing but the account reads that place.
 *
 * @param random 32 bytes
 * @param forms how an operation is packed for the entry point, and what its owner signs
 */
export function safeTrial(
  owner: Address,
  wanted: UserOperation,
  random: Hex,
  forms: { pack(operation: UserOperation): PackedFields; hashOf(operation: UserOperation): Hex },
): OperationTrial {
  const operation = setUpBefore(wanted)
  const { sender, factory, factoryData, maxFeePerGas, maxPriorityFeePerGas } = wanted
  // Nobody's address and balance, and none that a contract could know.
  const from: Address = `0x${random.slice(2, 42)}`
  const price = { maxFeePerGas, maxPriorityFeePerGas }
  const gas = gasOf(wanted)
  const place = slotOf(forms.hashOf(operation), slotOf(owner, numberToHex(approvedHashesSlot, { size: 32 })))
  const signature = concatHex([pad('0x', { size: 12 }), approvedBy(owner)])
  const { nonce, callData, preVerificationGas } = operation
  const packed = { sender, nonce, callData, preVerificationGas, ...forms.pack(operation), signature }
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'handleOps', args: [[packed], from] })
  const spare = 10n ** 18n + BigInt(`0x${random.slice(-15)}`)
  const funds = { balance: numberToHex(spare + 2n * gas * maxFeePerGas) }
  const setUp = factory && factoryData ? { to: factory, data: factoryData } : undefined
  const approved = { [sender]: { stateDiff: { [place]: encodeAbiParameters([{ type: 'uint256' }], [1n]) } } }
  return {
    blocks: [
      ...(setUp
        ? [{ calls: [{ from, ...setUp, value: 0n, gas, ...price }], stateOverrides: { [from]: funds } }]
        : []),
      {
        calls: [{ from, to: entryPoint07, value: 0n, data, gas, ...price }],
        stateOverrides: { ...(setUp ? {} : { [from]: funds }), ...approved },
      },
    ],
    answers(all) {
      const answer = answerOf(all.at(-1), operation)
      return answer && [answer]
    },
  }
}
