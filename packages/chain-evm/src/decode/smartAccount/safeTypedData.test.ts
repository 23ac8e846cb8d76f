import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { keccak256, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyHash, anyOperation } from '../../testing/arbitraryOperation.ts'
import { parseTypedDataRequest } from '../typedData.ts'
import type { OwnerTypedData } from './model.ts'
import { safeMessage, safeOperation } from './safeAccount.ts'
import { entryPoint07, safeContracts } from './safeContracts.ts'
import { packUserOperation } from './userOperation.ts'

const anyChain = fc.integer({ min: 1, max: 2 ** 48 })
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 })

function ethersHash({ json }: OwnerTypedData): string {
  const { domain, types, message } = JSON.parse(json)
  const { EIP712Domain: _, ...rest } = types
  return TypedDataEncoder.hash(domain, rest, message)
}

describe('the types are those of the contracts', () => {
  const encodeType = ({ json }: OwnerTypedData) => {
    const { types, primaryType } = JSON.parse(json)
    const members = (types[primaryType] as { name: string; type: string }[]).map(
      ({ name, type }) => `${type} ${name}`,
    )
    return keccak256(toHex(`${primaryType}(${members.join(',')})`))
  }
  test('SafeOp has the type hash of Safe4337Module 0.3.0', () => {
    const operation = fc.sample(anyOperation, 1)[0]
    if (!operation) throw new Error('There is no sample.')
    expect(encodeType(safeOperation(operation, 1, { after: 0, until: 0 }))).toBe(
      '0xc03dfc11d8b10bf9cf703d558958c8c42777f785d998c62060d85a4f0ef6ea7f',
    )
  })
  test('SafeMessage has the type hash of CompatibilityFallbackHandler 1.4.1', () => {
    const message = safeMessage(entryPoint07, 1, `0x${'11'.repeat(32)}`)
    expect(encodeType(message)).toBe('0x60b3cbf8b4a223d68d641b3b6ddf9a298e7f33710cf3d3a9d1146b5a6150fbca')
  })
})

test('any operation: ethers computes the same hash, and the text holds every field of it', () => {
  fc.assert(
    fc.property(anyOperation, anyChain, anyTime, anyTime, (operation, chainId, after, until) => {
      const toSign = safeOperation(operation, chainId, { after, until })
      expect(ethersHash(toSign)).toBe(toSign.hash)
      const { domain, message } = JSON.parse(toSign.json)
      expect(domain).toEqual({ chainId, verifyingContract: safeContracts.module })
      const { initCode, paymasterAndData } = packUserOperation(operation)
      expect(message).toEqual({
        safe: operation.sender,
        nonce: `${operation.nonce}`,
        initCode,
        callData: operation.callData,
        verificationGasLimit: `${operation.verificationGasLimit}`,
        callGasLimit: `${operation.callGasLimit}`,
        preVerificationGas: `${operation.preVerificationGas}`,
        maxPriorityFeePerGas: `${operation.maxPriorityFeePerGas}`,
        maxFeePerGas: `${operation.maxFeePerGas}`,
        paymasterAndData,
        validAfter: `${after}`,
        validUntil: `${until}`,
        entryPoint: entryPoint07,
      })
    }),
  )
})

test('any hash: ethers computes the same, and account and network are part of it', () => {
  fc.assert(
    fc.property(anyHash, anyChain, anyAddress, anyAddress, (hash, chainId, account, other) => {
      fc.pre(account !== other)
      const toSign = safeMessage(account, chainId, hash)
      expect(ethersHash(toSign)).toBe(toSign.hash)
      expect(JSON.parse(toSign.json).message).toEqual({ message: hash })
      const others = [safeMessage(other, chainId, hash), safeMessage(account, chainId + 1, hash)]
      expect(others.map((each) => each.hash)).not.toContain(toSign.hash)
    }),
  )
})

test('the text reads back as itself by the rules for sites’ typed data, so the signer reads the same', () => {
  fc.assert(
    fc.property(anyOperation, (operation) => {
      const { json, hash } = safeOperation(operation, 5, { after: 1, until: 2 })
      const read = parseTypedDataRequest([operation.sender, json], { chainId: 5, address: operation.sender })
      expect(read.hash).toBe(hash)
      expect(JSON.parse(read.json)).toEqual(JSON.parse(json))
    }),
  )
})

test('more than the signer takes is refused', () => {
  const [operation] = fc.sample(anyOperation, 1)
  if (!operation) throw new Error('There is no sample.')
  const long = { ...operation, callData: `0x${'00'.repeat(65_536)}` as const }
  expect(() => safeOperation(long, 1, { after: 0, until: 0 })).toThrow(
    expect.objectContaining({ code: 7501, data: { reason: 'operationTooLong' } }),
  )
})
