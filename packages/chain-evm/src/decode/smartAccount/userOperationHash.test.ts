import fc from 'fast-check'
import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { anyOperation } from '../../testing/arbitraryOperation.ts'
import type { UserOperation } from './model.ts'
import { entryPoint07 } from './safeContracts.ts'
import { packUserOperation, parseUserOperation, userOperationHash } from './userOperation.ts'
import vector from './vectors/userOperation.json' with { type: 'json' }

/** viem wants a signature in the type, which neither hash nor packed fields contain. */
const forViem = (operation: UserOperation) => ({ ...operation, signature: '0x' as const })
const operation: UserOperation = {
  sender: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: 0n,
  callData: '0x',
  callGasLimit: 0n,
  verificationGasLimit: 0n,
  preVerificationGas: 0n,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
}
const reasonOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return (error as { data?: { reason?: string } }).data?.reason
  }
  return 'passed'
}
const hash = (change: Partial<UserOperation>) =>
  reasonOf(() => userOperationHash({ ...operation, ...change }, 1, entryPoint07))

test('a published operation has its published hash and packed fields', () => {
  const { operation } = parseUserOperation(vector.operation)
  expect(userOperationHash(operation, vector.chainId, entryPoint07)).toBe(vector.userOpHash)
  const { initCode, paymasterAndData } = packUserOperation(operation)
  expect({ initCode, paymasterAndData }).toEqual({
    initCode: vector.initCode,
    paymasterAndData: vector.paymasterAndData,
  })
})

test('any operation has the hash and the packed fields that viem computes', () => {
  fc.assert(
    fc.property(anyOperation, fc.integer({ min: 1, max: 2 ** 48 }), (operation, chainId) => {
      const theirs = getUserOperationHash({
        chainId,
        entryPointAddress: entryPoint07,
        entryPointVersion: '0.7',
        userOperation: forViem(operation),
      })
      expect(userOperationHash(operation, chainId, entryPoint07)).toBe(theirs)
      expect(toPackedUserOperation(forViem(operation))).toMatchObject(
        Object.fromEntries(
          Object.entries(packUserOperation(operation)).map(([name, value]) => [
            name,
            expect.stringMatching(new RegExp(`^${value}$`, 'i')),
          ]),
        ),
      )
    }),
    { numRuns: 200 },
  )
})

describe('refuses', () => {
  test('an entry point that is not on the list', () => {
    const other = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'
    expect(reasonOf(() => userOperationHash(operation, 1, other))).toBe('entryPoint')
    const lower = entryPoint07.toLowerCase() as `0x${string}`
    expect(userOperationHash(operation, 1, lower)).toBe(userOperationHash(operation, 1, entryPoint07))
  })
  test.each([
    ['callGasLimit', 2n ** 128n],
    ['verificationGasLimit', -1n],
    ['maxFeePerGas', 2n ** 128n],
    ['maxPriorityFeePerGas', 2n ** 200n],
    ['preVerificationGas', 2n ** 256n],
    ['nonce', 2n ** 256n],
    ['nonce', -1n],
  ])('%s %s, which does not fit', (name, value) => {
    expect(hash({ [name]: value })).toBe('integerRange')
  })
  test('a factory without data, and data without a factory', () => {
    expect(hash({ factory: operation.sender })).toBe('factory')
    expect(hash({ factoryData: '0x00' })).toBe('factory')
  })
  test('a part of a paymaster', () => {
    const whole = {
      paymaster: operation.sender,
      paymasterVerificationGasLimit: 1n,
      paymasterPostOpGasLimit: 1n,
      paymasterData: '0x' as const,
    }
    expect(hash(whole)).toBe('passed')
    for (const name of Object.keys(whole)) {
      const { [name as keyof typeof whole]: _, ...rest } = whole
      expect(hash(rest)).toBe('paymaster')
    }
  })
})
