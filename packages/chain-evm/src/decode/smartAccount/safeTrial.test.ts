import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { EventLog, TriedAnswer } from '../model.ts'
import type { UserOperation } from './model.ts'
import { safeAccount } from './safeAccount.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const paymaster = '0x1111111111111111111111111111111111111111'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const sender = safeAccount.addressOf(owner)
const random: Hex = `0x${'5a'.repeat(32)}`
const abi = parseAbi([
  'event BeforeExecution()',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
])

const selfPaid: UserOperation = {
  sender,
  nonce: 0n,
  callData: '0x',
  callGasLimit: 100_000n,
  verificationGasLimit: 100_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}
const sponsored: UserOperation = {
  ...selfPaid,
  paymaster,
  paymasterData: '0x',
  paymasterVerificationGasLimit: 50_000n,
  paymasterPostOpGasLimit: 10_000n,
}

const transferTo = (to: Hex, amount: bigint): EventLog => ({
  address: token,
  topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { from: sender, to } }) as Hex[],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const taken = transferTo(paymaster, 7n)
const sent = transferTo(owner, 3n)
const before: EventLog = {
  address: safeAccount.entryPoint,
  topics: encodeEventTopics({ abi, eventName: 'BeforeExecution' }) as Hex[],
  data: '0x',
}
const done: EventLog = {
  address: safeAccount.entryPoint,
  topics: encodeEventTopics({
    abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: pad('0x'), sender, paymaster },
  }) as Hex[],
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, true, 1n, 1n],
  ),
}

function logsOf(operation: UserOperation) {
  const trial = safeAccount.trialOf?.(owner, operation, 1, random)
  const answer = {
    status: '0x1',
    gasUsed: '0x1',
    logs: [taken, before, sent, done],
  } as unknown as TriedAnswer
  return trial?.answers([answer])?.[0]?.logs
}

test('what a paymaster takes while the operation is checked is among what the account loses', () => {
  expect(logsOf(sponsored)).toEqual([taken, before, sent, done])
})

test('what an account that pays itself gives in advance is its fee, which is told apart', () => {
  expect(logsOf(selfPaid)).toEqual([sent, done])
})
