import { BaseError } from '@latchkey/errors'
import { describe, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { confirmEmailUpdate, emailHint, startEmailUpdate } from './updateEmail.ts'

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

async function signedIn() {
  const made = testConfig()
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made
}

describe('changing the e-mail address', () => {
  it.each(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'] as const)(
    'R4-32 says which code comes first: %s',
    async (action) => {
      const { config, wallet } = await signedIn()
      const work = startEmailUpdate(config, { email: ' ada@example.org ' })
      await settled()
      const call = wallet.take('updateEmail')
      expect(call.params).toMatchObject({ email: 'ada@example.org' })
      call.resolve({ action })
      expect(await work).toBe(action)
    },
  )
  it.each(['', 'ada', 'ada@example'])('asks the wallet nothing for %j', async (email) => {
    const { config, wallet } = await signedIn()
    await expect(startEmailUpdate(config, { email })).rejects.toThrow('Invalid email')
    expect(wallet.waiting).toEqual([])
  })
  it('R4-33 after the code of the present address the one of the new address comes', async () => {
    const { config, wallet } = await signedIn()
    const work = confirmEmailUpdate(config)
    await settled()
    wallet.take('promptUpdateEmail').resolve({ next: 'VERIFY_SECONDARY_OTP' })
    expect(await work).toBe('VERIFY_SECONDARY_OTP')
    expect(accountOf(config.accounts, 'eip155').user?.email).toBe('m•••@example.com')
  })
  it('R4-34 R4-35 the second answer carries the new address, of which storage keeps a hint, and marks the login', async () => {
    const { config, wallet } = await signedIn()
    const work = confirmEmailUpdate(config)
    await settled()
    wallet.take('promptUpdateEmail').resolve({ next: 'DONE', newEmail: 'ada@example.org' })
    expect(await work).toBe('DONE')
    expect(accountOf(config.accounts, 'eip155').user?.email).toBe('ada@example.org')
    expect(config.storage.get(STORAGE_KEYS.emailHint)).toBe('a•••@example.org')
    expect(config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
    const kept = Object.values(STORAGE_KEYS).map((key) => config.storage.get(key))
    expect(kept.join()).not.toContain('ada@')
  })
  it('a code that is refused changes nothing', async () => {
    const { config, wallet } = await signedIn()
    const work = confirmEmailUpdate(config)
    await settled()
    wallet.take('promptUpdateEmail').reject(new BaseError(4102, 'Locked.'))
    await expect(work).rejects.toMatchObject({ code: 4102 })
    expect(accountOf(config.accounts, 'eip155').user?.email).toBe('m•••@example.com')
  })
  it('hints at the whole first letter', () => {
    expect(emailHint('😀x@example.com')).toBe('😀•••@example.com')
  })
})
