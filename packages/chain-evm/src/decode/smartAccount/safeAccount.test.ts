import fc from 'fast-check'
import { type Hex, recoverAddress, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { anyAddress } from '../../testing/arbitraryOperation.ts'
import { safeAccount, unwrapSignature } from './safeAccount.ts'
import { safeContracts } from './safeContracts.ts'

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const validity = { after: 1, until: 2 }

test('every owner has an account of their own, whatever the case of their address', () => {
  fc.assert(
    fc.property(anyAddress, anyAddress, (one, two) => {
      fc.pre(one !== two)
      const address = safeAccount.addressOf(one)
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(safeAccount.addressOf(one.toLowerCase() as Hex)).toBe(address)
      expect(safeAccount.addressOf(two)).not.toBe(address)
    }),
  )
})

describe('signatures', () => {
  test('an operation’s has the times in front', async () => {
    const signature = await owner.sign({ hash: `0x${'22'.repeat(32)}` })
    expect(safeAccount.operationSignature(signature, validity)).toBe(
      `0x000000000001000000000002${signature.slice(2)}`,
    )
  })
  test('the account’s is the owner’s once there is code, and wrapped before', async () => {
    const signature = await owner.sign({ hash: `0x${'22'.repeat(32)}` })
    expect(safeAccount.accountSignature(owner.address, signature, true)).toBe(signature)
    const wrapped = safeAccount.accountSignature(owner.address, signature, false)
    expect(unwrapSignature(wrapped)).toEqual({ ...safeAccount.deployment(owner.address), signature })
  })
  test.each<[string, Hex]>([
    ['none', '0x'],
    ['64 bytes', `0x${'11'.repeat(64)}`],
    ['66 bytes', `0x${'11'.repeat(65)}1b`],
    ['v 0: of a contract', `0x${'11'.repeat(64)}00`],
    ['v 1: approved by whoever sends it', `0x${'11'.repeat(64)}01`],
    ['v 31: over a message', `0x${'11'.repeat(64)}1f`],
  ])('an owner’s signature of another form is refused: %s', (_, signature) => {
    expect(() => safeAccount.operationSignature(signature, validity)).toThrow()
    expect(() => safeAccount.accountSignature(owner.address, signature, true)).toThrow()
    expect(() => safeAccount.accountSignature(owner.address, signature, false)).toThrow()
  })
  test.each([-1, 2 ** 48, 1.5])('a time of %s seconds is refused', (until) => {
    expect(() => safeAccount.operationSignature(`0x${'11'.repeat(64)}1b`, { after: 0, until })).toThrow()
  })
  test('the stub is as long as a real one, costs no less, and is nobody’s', async () => {
    const real = safeAccount.operationSignature(`0x${'11'.repeat(64)}1b`, validity)
    const { stubSignature } = safeAccount
    expect(size(stubSignature)).toBe(size(real))
    expect(stubSignature.slice(14)).not.toMatch(/^(?:..)*00/)
    const [one, two] = await Promise.all(
      ['33', '44'].map((byte) =>
        recoverAddress({ hash: `0x${byte.repeat(32)}`, signature: `0x${stubSignature.slice(26)}` }),
      ),
    )
    expect(one).not.toBe(two)
  })
})

test('its own contracts are known by their address in any case', () => {
  const { address } = owner
  const own = [safeAccount.addressOf(address), safeContracts.module]
  for (const contract of own) {
    expect(safeAccount.isOwnDomain(address, contract)).toBe(true)
    expect(safeAccount.isOwnDomain(address, contract.toLowerCase())).toBe(true)
  }
  for (const contract of [other, address, safeAccount.addressOf(other), ''])
    expect(safeAccount.isOwnDomain(address, contract)).toBe(false)
})
