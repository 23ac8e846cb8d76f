import { encodeBase58 } from '@latchkey/std/base58'
import type { Address } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { associatedAddress } from '../host/instructions.ts'
import { associatedAccountOf } from './associatedAccount.ts'
import { TOKEN, TOKEN_2022 } from './programs.ts'

it('R6-18: is where the library of the page finds it', async () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
  await fc.assert(
    fc.asyncProperty(key, key, fc.constantFrom(TOKEN, TOKEN_2022), async (owner, mint, program) => {
      const expected = await associatedAddress(owner as Address, mint as Address, program as Address)
      expect(await associatedAccountOf(owner, mint, program)).toBe(expected)
    }),
    { numRuns: 100 },
  )
})
