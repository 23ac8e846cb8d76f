import { BaseError } from '@latchkey/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as errors from './chainErrors.ts'

const { toChainError } = errors

describe('toChainError', () => {
  it.each([
    ['R8-82', 'nonce too low: next nonce 5, tx nonce 4', errors.NonceTooLowError],
    ['R8-82', 'nonce too high', errors.NonceTooHighError],
    ['R8-82', 'nonce has max value: address 0x0', errors.NonceMaxValueError],
    ['R8-83', 'max fee per gas higher than 2^256-1', errors.FeeCapTooHighError],
    ['R8-83', 'max fee per gas less than block base fee', errors.FeeCapTooLowError],
    ['R8-84', 'insufficient funds for gas * price + value', errors.InsufficientFundsError],
    ['R8-85', 'intrinsic gas too low', errors.GasTooLowError],
    ['R8-85', 'intrinsic gas too high', errors.GasTooHighError],
    ['R8-86', 'execution reverted: Ownable', errors.ExecutionRevertedError],
    ['R8-87', 'max priority fee per gas higher than max fee per gas', errors.TipAboveFeeCapError],
  ])('%s %s has a fixed sentence', (_id, text, expected) => {
    const error = toChainError(new Error('RPC request failed', { cause: new Error(text.toUpperCase()) }))
    expect(error).toBeInstanceOf(expected)
    expect(error.shortMessage).toBe(expected.defaultMessage)
  })
  it('keeps what is ours already', () => {
    const error = new errors.ReceiptTimeoutError()
    expect(toChainError(error)).toBe(error)
  })
  it('never repeats what a node wrote', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (text) => {
        const error = toChainError(new Error(text))
        expect(error).toBeInstanceOf(BaseError)
        expect(
          Object.values(errors).some(
            (known) => 'defaultMessage' in known && known.defaultMessage === error.shortMessage,
          ),
        ).toBe(true)
      }),
    )
  })
  it('settles on a cause that loops, and on what is no error', () => {
    const loop = new Error('x')
    loop.cause = loop
    for (const thrown of [loop, undefined, null, 'nonce too low', 1])
      expect(toChainError(thrown)).toBeInstanceOf(errors.ChainRequestError)
  })
})
