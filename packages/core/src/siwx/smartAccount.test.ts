import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import type { AccountType } from '../interfaces/Connector.ts'
import { ADDRESS, connected, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { signSiwx } from './signSiwx.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'
import { watchSiwx } from './watchSiwx.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NOTICE = 'This application might not support Smart Accounts'
const settle = () => vi.advanceTimersByTimeAsync(1)

/** Signs in with a kind of account; the site answers with `refusal`, the wallet signs unless it declines. */
async function signIn(type: AccountType, parameters: { refusal?: Error; declines?: boolean }) {
  const siwx = fakeSiwx({ getRequired: () => false })
  const made = testConfig({ siwx })
  watchConnectors(made.config)
  watchSiwx(made.config)
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }), {
    ...connected(),
    accounts: [{ namespace: 'eip155', address: ADDRESS, type }],
    preferredAccountType: type,
  })
  await settle()
  siwx.fail = parameters.refusal
  const work = signSiwx(made.config).catch((error: unknown) => error)
  await settle()
  const call = made.wallet.take('request')
  if (parameters.declines) call.reject(Object.assign(new Error('No'), { code: 4001 }))
  else call.resolve('0x5167')
  const error = await work
  // A toast takes the place of the one before it after 150 ms.
  await vi.advanceTimersByTimeAsync(200)
  return { error, toast: made.config.notices.getState().toast?.message }
}

it('R8-13 a site that does not take the signature of a smart account may not know them', async () => {
  const refusal = new BaseError(4201, 'The signature is not right.')
  expect(await signIn('smartAccount', { refusal })).toEqual({ error: refusal, toast: NOTICE })
})

it('R8-13 and a plug-in with an error of any kind says the same', async () => {
  expect((await signIn('smartAccount', { refusal: new Error('Expected 65 bytes') })).toast).toBe(NOTICE)
})

it('R8-12 a person who declined has declined, whatever the account', async () => {
  expect((await signIn('smartAccount', { declines: true })).toast).toBe('Signature declined')
})

it('a plain account has nothing to do with it', async () => {
  const refusal = new BaseError(4201, 'The signature is not right.')
  expect((await signIn('eoa', { refusal })).toast).toBe('The signature is not right.')
})

it('a service that cannot be reached has not refused anything', async () => {
  const refusal = new BaseError(4000, 'We cannot reach the wallet service.')
  expect((await signIn('smartAccount', { refusal })).toast).toBe('We cannot reach the wallet service.')
})

it('a signature that is taken needs no word', async () => {
  expect(await signIn('smartAccount', {})).toEqual({ error: undefined, toast: undefined })
})
