import fc from 'fast-check'
import { isErc6492Signature, parseErc6492Signature, serializeErc6492Signature } from 'viem/utils'
import { expect, test } from 'vitest'
import { anyAddress, anyBytes } from '../../testing/arbitraryOperation.ts'
import { isWrappedSignature, unwrapSignature, wrapSignature } from './safeAccount.ts'

const magic = '6492'.repeat(16)

test('wraps as viem does, and unwraps again', () => {
  fc.assert(
    fc.property(anyAddress, anyBytes, anyBytes, (factory, factoryData, signature) => {
      const wrapped = wrapSignature({ factory, factoryData, signature })
      expect(wrapped).toBe(serializeErc6492Signature({ address: factory, data: factoryData, signature }))
      expect(unwrapSignature(wrapped)).toEqual({ factory, factoryData, signature })
      expect(parseErc6492Signature(wrapped)).toEqual({ address: factory, data: factoryData, signature })
      expect(isErc6492Signature(wrapped)).toBe(isWrappedSignature(wrapped))
    }),
  )
})

test('what is not wrapped, or not well, unwraps to nothing', () => {
  for (const signature of [
    '0x',
    `0x${'11'.repeat(65)}`,
    `0x${magic}`,
    `0x00${magic}`,
    `0x${magic}00`,
  ] as const)
    expect(unwrapSignature(signature)).toBeNull()
})
