import fc from 'fast-check'
import { formatUserOperationRequest } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { anyBytes, anyOperation } from '../../testing/arbitraryOperation.ts'
import { parseUserOperation, toRpcUserOperation } from './userOperation.ts'
import vector from './vectors/userOperation.json' with { type: 'json' }

const valid = vector.operation
const reasonOf = (value: unknown): unknown => {
  try {
    parseUserOperation(value)
  } catch (error) {
    return (error as { data?: { reason?: string } }).data?.reason
  }
  return 'passed'
}

test('what is written reads back as the same, and viem writes the same', () => {
  fc.assert(
    fc.property(anyOperation, anyBytes, (operation, signature) => {
      const written = toRpcUserOperation(operation, signature)
      expect(parseUserOperation(JSON.parse(JSON.stringify(written)))).toEqual({ operation, signature })
      expect(formatUserOperationRequest({ ...operation, signature })).toEqual(written)
    }),
  )
})

test('what is not there may be missing or null; the signature too', () => {
  const { signature: _, ...unsigned } = valid
  const absent = { eip7702Auth: null, authorization: undefined }
  expect(parseUserOperation({ ...unsigned, ...absent })).toEqual({
    ...parseUserOperation(valid),
    signature: '0x',
  })
})

test.each<[string, unknown, string]>([
  ['no object', 'x', 'userOperation'],
  ['a list', [valid], 'userOperation'],
  ['a field of EntryPoint 0.6', { ...valid, initCode: '0x' }, 'unknownField'],
  ['its packed form', { ...valid, accountGasLimits: '0x' }, 'unknownField'],
  ['a name of every object', JSON.parse('{"__proto__":{},"sender":"0x"}'), 'unknownField'],
  ['an EIP-7702 authorization', { ...valid, eip7702Auth: {} }, 'authorization'],
  ['one under viem’s name', { ...valid, authorization: {} }, 'authorization'],
  ['EIP-7702’s mark as factory', { ...valid, factory: '0x7702', factoryData: '0x' }, 'address'],
  ['no sender', { ...valid, sender: null }, 'address'],
  ['a wrong checksum', { ...valid, sender: '0x174A240e5147D02dE4d7724D5D3E1c1bF11cE029' }, 'addressChecksum'],
  ['no nonce', { ...valid, nonce: undefined }, 'quantity'],
  ['a number', { ...valid, nonce: 1 }, 'quantity'],
  ['decimal text', { ...valid, nonce: '1' }, 'quantity'],
  ['a leading zero', { ...valid, nonce: '0x01' }, 'quantity'],
  ['more than 256 bits', { ...valid, nonce: `0x1${'0'.repeat(64)}` }, 'quantity'],
  ['more gas than 128 bits', { ...valid, callGasLimit: `0x1${'0'.repeat(32)}` }, 'integerRange'],
  ['half a byte', { ...valid, callData: '0x123' }, 'bytes'],
  ['no call data', { ...valid, callData: null }, 'bytes'],
  ['too much call data', { ...valid, callData: `0x${'00'.repeat(65_536)}` }, 'bytes'],
  ['a factory alone', { ...valid, factoryData: null }, 'factory'],
  ['a part of a paymaster', { ...valid, paymasterData: null }, 'paymaster'],
])('refuses %s', (_, value, reason) => {
  expect(reasonOf(value)).toBe(reason)
})

test('factory and paymaster may be missing, as null too', () => {
  const { factory, factoryData, paymaster: _, ...rest } = parseUserOperation(valid).operation
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, paymasterData, ...bare } = rest
  const absent = { factory: null, factoryData: undefined, paymaster: null, paymasterData: null }
  const limits = { paymasterVerificationGasLimit: null, paymasterPostOpGasLimit: null }
  expect(parseUserOperation({ ...valid, ...absent, ...limits }).operation).toEqual(bare)
})
