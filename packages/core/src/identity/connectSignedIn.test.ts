import { BaseError } from '@latchkey/errors'
import { RecoveryNeededError } from '@latchkey/protocol/frame'
import { expect, it } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { completeEmailLogin } from '../connection/emailLogin.ts'
import { disconnect, reconnect } from '../connection/reconnect.ts'
import { createStorage } from '../storage/createStorage.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'
import { connected } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connectPasskey, connectSignedIn, recoverWallet } from './connectSignedIn.ts'
import { needsRecovery } from './errors.ts'

const settled = async () => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve()
}
const result = { ...connected(), user: { username: 'ada' } }
const account = ({ config }: ReturnType<typeof testConfig>) => accountOf(config.accounts, 'eip155')

async function signIn(made = testConfig()) {
  const work = connectSignedIn(made.config, { provider: 'discord' })
  made.wallet.take('connect').resolve(result)
  await work
  return made
}

it('R3-13 R3-77 the network and the name are there again after a reload', async () => {
  const storage = createStorage(() => undefined)
  await signIn(testConfig({ storage }))
  const made = testConfig({ storage })
  const work = reconnect(made.config)
  made.wallet.take('reconnect').resolve(result)
  await work
  expect(account(made)).toMatchObject({ socialProvider: 'discord', user: { username: 'ada' } })
})

it('signing out forgets both', async () => {
  const made = await signIn()
  const work = disconnect(made.config)
  made.wallet.take('disconnect').resolve()
  await work
  const { storage } = made.config
  expect(storage.get(STORAGE_KEYS.connectedSocial)).toBeUndefined()
  expect(storage.get(STORAGE_KEYS.socialUsername)).toBeUndefined()
  expect(account(made).socialProvider).toBeUndefined()
})

it('signing in by e-mail forgets both', async () => {
  const made = await signIn()
  const work = completeEmailLogin(made.config, { prompt: false })
  made.wallet.take('connect').resolve(connected())
  await work
  expect(account(made).socialProvider).toBeUndefined()
  expect(made.config.storage.get(STORAGE_KEYS.connectedSocial)).toBeUndefined()
})

it('another wallet has no such network', async () => {
  const made = await signIn()
  const { identity: _identity, ...plain } = made.wallet.connector
  const other = { ...plain, id: 'other', type: 'ANNOUNCED' as const }
  made.config.addConnector(() => other)
  const work = connect(made.config, { connectorId: 'other' })
  made.wallet.take('connect').resolve(connected())
  await work
  expect(account(made).socialProvider).toBeUndefined()
})

it('a passkey signs in alone', async () => {
  const made = testConfig()
  const work = connectPasskey(made.config)
  await settled()
  made.wallet.take('connectPasskey').resolve(connected())
  await work
  expect(account(made).status).toBe('connected')
  expect(made.config.storage.get(STORAGE_KEYS.emailLoginUsed)).toBe('true')
})

it('a passkey that is not used connects nobody', async () => {
  const made = testConfig()
  const work = connectPasskey(made.config)
  await settled()
  made.wallet.take('connectPasskey').reject(new BaseError(2025, 'Not used.'))
  await expect(work).rejects.toMatchObject({ code: 2025 })
  expect(account(made).status).toBe('disconnected')
})

it('a protected wallet is opened first, then connected', async () => {
  expect(needsRecovery(new RecoveryNeededError())).toBe(true)
  expect(needsRecovery(new BaseError(2021, 'Protected.'))).toBe(true)
  expect(needsRecovery(new BaseError(4120, 'Off.'))).toBe(false)
  expect(needsRecovery(undefined)).toBe(false)
  const made = testConfig()
  const work = recoverWallet(made.config, { provider: 'x' })
  await settled()
  made.wallet.take('promptRecovery').resolve()
  await settled()
  made.wallet.take('connect').resolve(connected())
  await work
  expect(account(made)).toMatchObject({ status: 'connected', socialProvider: 'x' })
})

it('a recovery that was declined connects nobody', async () => {
  const made = testConfig()
  const work = recoverWallet(made.config)
  await settled()
  made.wallet.take('promptRecovery').reject(new BaseError(2004, 'Declined.'))
  await expect(work).rejects.toMatchObject({ code: 2004 })
  expect(made.wallet.waiting).toEqual([])
})

it('a page without the embedded wallet refuses', async () => {
  const made = testConfig({ connectors: [] })
  await expect(connectPasskey(made.config)).rejects.toThrow('Address or auth connector not found')
})
