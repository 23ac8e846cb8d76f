import fc from 'fast-check'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { InvalidRootError } from '../primitives/errors.ts'
import { hexToBytes } from '../primitives/hex.ts'
import { rootToMnemonic } from '../primitives/root.ts'
import { deriveEvmAccount, privateKeyToAddress } from './account.ts'

test('the phrase of 23 times abandon gives the address every wallet shows for it', async () => {
  const account = await deriveEvmAccount(new Uint8Array(32))
  expect(account.address).toBe('0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb')
  expect(account).toMatchObject({ namespace: 'eip155', path: "m/44'/60'/0'/0/0" })
})

test('any root gives the account that its exported phrase gives elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (root) => {
      const account = await deriveEvmAccount(root)
      expect(account.address).toBe(mnemonicToAccount(rootToMnemonic(root)).address)
      expect(privateKeyToAddress(account.privateKey)).toBe(account.address)
    }),
    { numRuns: 10 },
  )
})

test('leaves the root unchanged, and refuses another length', async () => {
  const root = hexToBytes(`0x${'a5'.repeat(32)}`)
  await deriveEvmAccount(root)
  expect(root.every((byte) => byte === 0xa5)).toBe(true)
  await expect(deriveEvmAccount(root.subarray(1))).rejects.toThrow(InvalidRootError)
})
