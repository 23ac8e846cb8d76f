import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { concatHex, type Hex, size } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { describe, expect, test } from 'vitest'
import { anyAddress, anyCall, anyHash, anyOperation } from '../../testing/arbitraryOperation.ts'
import { simpleAccount } from '../../testing/simpleAccount.ts'
import type { OwnerTypedData, UserOperation } from './model.ts'
import { safeAccount, unwrapSignature } from './safeAccount.ts'

const always = { after: 0, until: 0 }
const signature: Hex = `0x${'11'.repeat(64)}1b`

function ethersHash({ json }: OwnerTypedData): string {
  const { domain, types, message } = JSON.parse(json)
  const { EIP712Domain: _, ...rest } = types
  return TypedDataEncoder.hash(domain, rest, message)
}

/** The same operation with one field changed, for each field. */
function changes(operation: UserOperation): UserOperation[] {
  return Object.entries(operation).map(([name, value]) => {
    if (typeof value === 'bigint') return { ...operation, [name]: value === 0n ? 1n : value - 1n }
    const isAddress = name === 'sender' || name === 'factory' || name === 'paymaster'
    const other = isAddress ? `0x${'77'.repeat(20)}` : concatHex([value as Hex, '0x01'])
    return { ...operation, [name]: other }
  })
}

describe.each([safeAccount, simpleAccount])('what every kind of account keeps: $name', (kind) => {
  test('calls come back as they went in; nothing else is read as calls', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 5 }), (calls) => {
        const callData = kind.encodeCalls(calls)
        expect(kind.decodeCalls(callData)).toEqual(calls)
        expect(kind.decodeCalls(concatHex([callData, '0x00']))).toBeNull()
        expect(kind.decodeCalls(callData.slice(0, -2) as Hex)).toBeNull()
      }),
    )
    for (const other of ['0x', '0x12345678'] as const) expect(kind.decodeCalls(other)).toBeNull()
  })
  test('every field of an operation, and the network, is in what the owner signs', () => {
    fc.assert(
      fc.property(anyOperation, fc.integer({ min: 1, max: 2 ** 40 }), (operation, chainId) => {
        const toSign = kind.operationToSign(operation, chainId, always)
        expect(ethersHash(toSign)).toBe(toSign.hash)
        const hashes = [
          toSign,
          kind.operationToSign(operation, chainId + 1, always),
          ...changes(operation).map((changed) => kind.operationToSign(changed, chainId, always)),
        ].map(({ hash }) => hash)
        expect(new Set(hashes).size).toBe(hashes.length)
      }),
    )
  })
  test('what it vouches for is bound to account, network and hash', () => {
    fc.assert(
      fc.property(anyHash, anyHash, anyAddress, anyAddress, (hash, other, account, elsewhere) => {
        fc.pre(hash !== other && account !== elsewhere)
        const toSign = kind.hashToSign(account, 1, hash)
        expect(ethersHash(toSign)).toBe(toSign.hash)
        const others = [
          kind.hashToSign(account, 1, other),
          kind.hashToSign(account, 2, hash),
          kind.hashToSign(elsewhere, 1, hash),
        ]
        expect(others.map((each) => each.hash)).not.toContain(toSign.hash)
      }),
    )
  })
  test('each owner has an address, what deploys it, and their own domains', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (owner, other) => {
        fc.pre(owner !== other)
        const address = kind.addressOf(owner)
        expect(kind.addressOf(owner.toLowerCase() as Hex)).toBe(address)
        expect(kind.addressOf(other)).not.toBe(address)
        expect(kind.deployment(owner)).not.toEqual(kind.deployment(other))
        expect(kind.isOwnDomain(owner, address.toLowerCase())).toBe(true)
        expect(kind.isOwnDomain(owner, kind.addressOf(other))).toBe(false)
        const wrapped = kind.accountSignature(owner, signature, false)
        const plain = kind.accountSignature(owner, signature, true)
        expect(unwrapSignature(wrapped)).toEqual({ ...kind.deployment(owner), signature: plain })
        expect(unwrapSignature(plain)).toBeNull()
      }),
    )
  })
  test('the stub is as long as a real signature', () => {
    expect(size(kind.stubSignature)).toBe(size(kind.operationSignature(signature, always)))
  })
})

test('the second kind’s owner signs the hash of EntryPoint 0.8', () => {
  fc.assert(
    fc.property(anyOperation, (operation) => {
      const theirs = getUserOperationHash({
        chainId: 1,
        entryPointAddress: simpleAccount.entryPoint,
        entryPointVersion: '0.8',
        userOperation: { ...operation, signature: '0x' },
      })
      expect(simpleAccount.operationToSign(operation, 1, always).hash).toBe(theirs)
    }),
  )
})
