import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import type { Call, UserOperation } from '../decode/smartAccount/model.ts'

const hex = (minLength: number, maxLength: number): fc.Arbitrary<Hex> =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((bytes): Hex => `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)

const uint = (bits: number): fc.Arbitrary<bigint> => fc.bigInt(0n, 2n ** BigInt(bits) - 1n)

export const anyAddress = hex(20, 20).map((address) => getAddress(address))
export const anyHash = hex(32, 32)
export const anyBytes = hex(0, 200)

/** One call with any target, value and data. */
export const anyCall: fc.Arbitrary<Call> = fc.record({ to: anyAddress, value: uint(256), data: anyBytes })

const factory = fc.oneof(fc.constant({}), fc.record({ factory: anyAddress, factoryData: anyBytes }))
const paymaster = fc.oneof(
  fc.constant({}),
  fc.record({
    paymaster: anyAddress,
    paymasterVerificationGasLimit: uint(128),
    paymasterPostOpGasLimit: uint(128),
    paymasterData: anyBytes,
  }),
)

/** Any operation of EntryPoint 0.7 whose numbers fit. */
export const anyOperation: fc.Arbitrary<UserOperation> = fc
  .tuple(
    fc.record({
      sender: anyAddress,
      nonce: uint(256),
      callData: anyBytes,
      callGasLimit: uint(128),
      verificationGasLimit: uint(128),
      preVerificationGas: uint(256),
      maxFeePerGas: uint(128),
      maxPriorityFeePerGas: uint(128),
    }),
    factory,
    paymaster,
  )
  .map(([base, made, paid]) => ({ ...base, ...made, ...paid }))
