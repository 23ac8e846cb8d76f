import { BaseError } from '@latchkey/errors'
import { describe, expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import { close } from '../modal/open.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { showsApproval, testConfig } from '../testing/testConfig.ts'
import { requestEmail } from './requestEmail.ts'
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

describe('the e-mail address for this site', () => {
  const told = 'maria@example.com'

  it('R3-8 is asked for on the wallet’s screen, and is the account’s from then on, until it is taken back', async () => {
    const { config, wallet } = await signedIn()
    const stop = watchConnectors(config)
    const work = requestEmail(config)
    await settled()
    expect(config.runtime.pendingRequests.size).toBe(1)
    wallet.take('shareEmail').resolve(told)
    expect(await work).toBe(told)
    expect(config.runtime.pendingRequests.size).toBe(0)
    expect(accountOf(config.accounts, 'eip155').user?.email).toBe(told)
    wallet.context.emitter.emit('change', { email: null })
    expect(accountOf(config.accounts, 'eip155').user).toEqual({})
    wallet.context.emitter.emit('change', { email: told })
    expect(accountOf(config.accounts, 'eip155').user).toEqual({ email: told })
    expect(JSON.stringify(config.storage.get(STORAGE_KEYS.emailHint) ?? '')).not.toContain(told)
    stop()
  })
  it('a refusal is the caller’s, and changes nothing', async () => {
    const { config, wallet } = await signedIn()
    const before = accountOf(config.accounts, 'eip155')
    const work = requestEmail(config)
    await settled()
    wallet.take('shareEmail').reject(new BaseError(2004, 'You declined the request.'))
    await expect(work).rejects.toMatchObject({ code: 2004 })
    expect(accountOf(config.accounts, 'eip155')).toEqual(before)
  })
  it('closing the modal is a refusal', async () => {
    const { config, wallet } = await signedIn()
    const work = requestEmail(config, { signal: new AbortController().signal })
    await settled()
    expect(wallet.waiting.map(({ name }) => name)).toEqual(['shareEmail'])
    showsApproval(config)
    close(config)
    await expect(work).rejects.toMatchObject({ code: 2004 })
  })
  it('the caller can take it back', async () => {
    const { config, wallet } = await signedIn()
    const abort = new AbortController()
    const work = requestEmail(config, { signal: abort.signal })
    await settled()
    expect(wallet.waiting.map(({ name }) => name)).toEqual(['shareEmail'])
    abort.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })
  it('nobody is asked who is not connected, or whose wallet has none', async () => {
    await expect(requestEmail(testConfig().config)).rejects.toMatchObject({ code: 5009 })
    const { config, wallet } = await signedIn()
    wallet.connector.identity = async () => ({}) as never
    await expect(requestEmail(config)).rejects.toMatchObject({ code: 2001 })
  })
})
