import { expect, test } from 'vitest'
import { safeAddressOf } from './userOperation.ts'

// As the wallet's account library computes them; paymasterChain.test.ts asks a real factory.
test.each([
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x08eA90D108291a05830B25E8eFaF027979dEb8D1'],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0xAB1C4CCa6dD4dccD06a48C08ac5FAeD8df4a026a'],
] as const)('the account of %s is %s', (owner, account) => {
  expect(safeAddressOf(owner)).toBe(account)
})
