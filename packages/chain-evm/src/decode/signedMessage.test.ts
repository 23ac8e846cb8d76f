import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { isMessageSignedBy, loadRecovery } from './message.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

test('what recovering needs can be loaded ahead of the first signature', async () => {
  await expect(loadRecovery()).resolves.toBeUndefined()
})
test('a signature is recognised by its address and message alone', async () => {
  const signature = await account.signMessage({ message: { raw: '0x01' } })
  expect(await isMessageSignedBy(account.address, '0x01', signature)).toBe(true)
  expect(await isMessageSignedBy(account.address, '0x02', signature)).toBe(false)
})
