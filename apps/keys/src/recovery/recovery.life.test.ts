import { FreshLoginRequiredError, protect, RecoveryMethodError } from '@latchkey/protocol/http'
import {
  PasskeyCannotOpenError,
  PasskeyNotUsedError,
  SignedOutError,
  WrongRecoveryCodeError,
} from '@latchkey/protocol/keys'
import { recoverMessageAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { CancelledError } from '../errors/keysErrors.ts'
import { completeLogin, findLogin, finishLogin } from '../session/completeLogin.ts'
import { codeOf, hex } from '../testing/life.ts'
import { newRecoveryCode, openByCode, proveCode } from './codeMethod.ts'
import { recoverWithPasskey, signInWithPasskey } from './passkeyLogin.ts'
import { provePasskey, sealPasskey, usePasskey } from './passkeyMethod.ts'
import { type AccountLife, addCode, EMAIL, makePasskey, startAccountLife } from './testing/openPanelKeys.ts'

type Document = ReturnType<AccountLife['open']>
const signal = new AbortController().signal
let life: AccountLife
let home: Document
let address: string

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  address = (await home.login()).accounts[0]?.address ?? ''
})

async function addPasskey({ context }: Document) {
  const passkey = await makePasskey(context)
  const gesture = await usePasskey(context, passkey.credentialId, signal)
  await sealPasskey(context, passkey, { gesture, label: 'Phone' }, signal)
  return passkey
}

/** Two ways to recover, both proven, and the operator's half destroyed. */
async function protectWallet(): Promise<string> {
  await addPasskey(home)
  const code = await addCode(home.context)
  await home.context.authorized.call(protect, { signal })
  return code
}

async function openWith(document: Document, code: string, over: AbortSignal = signal): Promise<void> {
  const login = await findLogin(document.context, undefined, over)
  if (!login) throw new Error('No login is on record')
  const open = openByCode(code, over)
  const tooLate = () => new FreshLoginRequiredError()
  await finishLogin(document.context, login, { loginId: login.loginId, over, open, tooLate })
}

async function signInBy(document: Document): Promise<void> {
  const { open, loginId, ...login } = await signInWithPasskey(
    document.context,
    signal,
    life.authenticator.passkeys,
  )
  const tooLate = () => new FreshLoginRequiredError()
  await completeLogin(document.context, login, { loginId, over: signal, open, tooLate })
}

async function expectSigns(document: Document): Promise<void> {
  const { signature } = await document.signMessage(address, hex('hello'))
  const signer = await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` })
  expect(signer).toBe(address)
}

describe('a recovery code', () => {
  it('opens a protected wallet on another device, and the key is the same', async () => {
    const code = await protectWallet()
    const other = life.open()
    expect(await other.login()).toMatchObject({ status: 'awaitingRecovery', tier: 'protected' })
    await openWith(other, code)
    expect(await other.state()).toMatchObject({ status: 'signedIn', accounts: [{ address }] })
    await expectSigns(other)
  })

  it('that comes when the login is too old ends it, and says so: the person signs in again', async () => {
    const code = await protectWallet()
    const other = life.open()
    await other.login()
    const told: string[] = []
    other.keys.onState(({ status }) => told.push(status))
    life.clock.advance(6 * 60_000)
    await expect(openWith(other, code)).rejects.toEqual(codeOf(FreshLoginRequiredError))
    expect(told).toEqual(['signedOut'])
    await other.login()
    await openWith(other, code)
    await expectSigns(other)
  })

  it('counts as proven only after its halves have given the wallet back', async () => {
    const code = await addCode(home.context)
    const [method] = life.recovery.methods.values()
    expect(method?.proven).toBe(true)
    if (method) method.proven = false
    await proveCode(home.context, code.toLowerCase().replaceAll('-', ' '), method?.id, signal)
    expect(method?.proven).toBe(true)
  })

  it('of another wallet is refused, and the login still waits', async () => {
    await protectWallet()
    const other = life.open()
    await other.login()
    await expect(openWith(other, newRecoveryCode())).rejects.toEqual(codeOf(WrongRecoveryCodeError))
    expect((await other.state()).status).toBe('awaitingRecovery')
    expect(await other.store.get('share')).toBeUndefined()
  })

  it('that is misspelt asks nothing of the service', async () => {
    const code = await addCode(home.context)
    const wrong = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7')
    const before = life.service.calls.length
    await expect(proveCode(home.context, wrong, undefined, signal)).rejects.toEqual(
      codeOf(WrongRecoveryCodeError),
    )
    expect(life.service.calls.length).toBe(before)
  })

  it('does not prove another method than the one that was asked for', async () => {
    const code = await addCode(home.context)
    await expect(proveCode(home.context, code, 'x'.repeat(22), signal)).rejects.toEqual(
      codeOf(RecoveryMethodError),
    )
  })

  it('stores nothing when a sign-out overtakes it', async () => {
    const code = await protectWallet()
    const other = life.open()
    await other.login()
    const over = new AbortController()
    life.service.setFault((when, { path }) => {
      if (when === 'after' && path.endsWith('/methods/open')) over.abort()
    })
    await expect(openWith(other, code, over.signal)).rejects.toEqual(codeOf(CancelledError))
    expect(await other.store.get('share')).toBeUndefined()
  })

  it.each([
    ['/methods/open', 'after'],
    ['/keysets', 'before'],
    ['/keysets', 'after'],
  ] as const)(
    'ends where another tab signs somebody else in at %s (%s), who stays signed in',
    async (suffix, when) => {
      const code = await protectWallet()
      const other = life.open()
      await other.login()
      const tab = life.open({ store: other.store })
      let isOvertaken = false
      life.service.setFault(async (at, { path }) => {
        if (isOvertaken || at !== when || !path.endsWith(suffix)) return
        isOvertaken = true
        await tab.login('bob@example.com')
      })
      await expect(openWith(other, code)).rejects.toEqual(codeOf(CancelledError))
      expect(isOvertaken).toBe(true)
      expect(await tab.state()).toMatchObject({ status: 'signedIn', user: { email: 'bob@example.com' } })
    },
  )
})

describe('a passkey', () => {
  it('signs in alone, and the same gesture opens a protected wallet', async () => {
    await protectWallet()
    const other = life.open()
    const before = life.authenticator.uses()
    await signInBy(other)
    expect(life.authenticator.uses() - before).toBe(1)
    expect(await other.state()).toMatchObject({ status: 'signedIn', accounts: [{ address }] })
    await expectSigns(other)
  })

  it('signs in to a standard wallet as any other login does', async () => {
    await addPasskey(home)
    const other = life.open()
    await signInBy(other)
    expect((await other.state()).status).toBe('signedIn')
  })

  it('opens the wallet of a login that waits', async () => {
    await protectWallet()
    const other = life.open()
    await other.login()
    const login = await findLogin(other.context, undefined, signal)
    const open = await recoverWithPasskey(other.context, signal, life.authenticator.passkeys)
    if (login) {
      const tooLate = () => new FreshLoginRequiredError()
      await finishLogin(other.context, login, { loginId: login.loginId, over: signal, open, tooLate })
    }
    expect((await other.state()).status).toBe('signedIn')
  })

  it('without PRF signs in and says that it cannot open: the login waits for the code', async () => {
    const code = await protectWallet()
    life.authenticator.settings.prf = false
    const other = life.open()
    await expect(signInBy(other)).rejects.toEqual(codeOf(PasskeyCannotOpenError))
    expect((await other.state()).status).toBe('awaitingRecovery')
    await openWith(other, code)
    expect((await other.state()).status).toBe('signedIn')
  })

  it('whose output is another one than at creation is not taken as proven', async () => {
    const passkey = await makePasskey(home.context)
    const [credential] = life.authenticator.credentials
    if (credential) credential.prfSecret = crypto.getRandomValues(new Uint8Array(32))
    const gesture = await usePasskey(home.context, passkey.credentialId, signal)
    await expect(
      sealPasskey(home.context, passkey, { gesture, label: 'Phone' }, signal),
    ).rejects.toBeDefined()
    expect([...life.recovery.methods.values()].map(({ proven }) => proven)).toEqual([false])
  })

  it('that is not the one just made is given no half of the wallet', async () => {
    life.authenticator.settings.prfAtCreation = false
    const passkey = await makePasskey(home.context)
    const { assertion, prf } = await usePasskey(home.context, passkey.credentialId, signal)
    const gesture = { assertion: { ...assertion, id: 'A'.repeat(22) }, prf }
    const sealing = sealPasskey(home.context, passkey, { gesture, label: 'Phone' }, signal)
    await expect(sealing).rejects.toEqual(codeOf(PasskeyCannotOpenError))
    expect([...life.recovery.methods.values()].map(({ proven }) => proven)).toEqual([false])
  })

  it('is not begun by a login that would be too old to seal it: it could only sign in, and not be made again', async () => {
    life.clock.advance(3.5 * 60_000)
    await expect(makePasskey(home.context)).rejects.toEqual(codeOf(FreshLoginRequiredError))
    expect(life.authenticator.credentials).toEqual([])
    await home.login()
    await addPasskey(home)
  })

  it('that gives its output only when it is used is sealed with that', async () => {
    life.authenticator.settings.prfAtCreation = false
    await addPasskey(home)
    expect([...life.recovery.methods.values()].map(({ proven }) => proven)).toEqual([true])
    const gesture = await usePasskey(home.context, undefined, signal)
    await provePasskey(home.context, gesture, undefined, signal)
  })

  it('that the person does not use leaves everything as it was', async () => {
    await protectWallet()
    life.authenticator.settings.refuses = 1
    const other = life.open()
    await expect(signInBy(other)).rejects.toEqual(codeOf(PasskeyNotUsedError))
    expect((await other.state()).status).toBe('signedOut')
  })
})

describe('a protected wallet', () => {
  it('is never asked of the standard way to recover', async () => {
    await protectWallet()
    const before = life.service.calls.filter((call) => call.endsWith('/recover')).length
    await life.open().login()
    expect(life.service.calls.filter((call) => call.endsWith('/recover')).length).toBe(before)
  })

  it('still signs on the device that it was protected on', async () => {
    await protectWallet()
    await expectSigns(home)
  })

  it('cannot be given a method by somebody who is not signed in', async () => {
    await expect(addCode(life.open().context)).rejects.toEqual(codeOf(SignedOutError))
  })

  it('needs a fresh login to change how one recovers', async () => {
    life.clock.advance(6 * 60_000)
    await expect(addCode(home.context)).rejects.toEqual(codeOf(FreshLoginRequiredError))
  })
})

it('the account of the life is the one that signed in', async () => {
  expect((await home.state()).user?.email).toBe(EMAIL)
})
