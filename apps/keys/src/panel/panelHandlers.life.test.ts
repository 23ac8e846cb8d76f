import { AccountFrozenError, LastIdentityError, TooFewMethodsError } from '@latchkey/protocol/http'
import { accountKeysContract, PanelClosedError, SignedOutError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { sealPasskey, usePasskey } from '../recovery/passkeyMethod.ts'
import {
  type AccountLife,
  addCode,
  EMAIL,
  makePasskey,
  startAccountLife,
} from '../recovery/testing/openPanelKeys.ts'
import { codeOf } from '../testing/life.ts'
import type { PanelStage } from './createPanelStage.ts'
import { panelHandlers } from './panelHandlers.ts'

const { methods } = accountKeysContract
const signal = new AbortController().signal
const call = { origin: 'http://wallet.localhost:8787', signal }
let life: AccountLife
let home: ReturnType<AccountLife['open']>
let closed: number
let handlers: ReturnType<typeof panelHandlers>

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  closed = 0
  const stage: PanelStage = {
    run: async () => undefined,
    close: () => {
      closed++
    },
  }
  const { readState, loginOver } = home.keys
  handlers = panelHandlers({ context: home.context, stage, readState, over: loginOver })
  await home.login()
})

async function addTwoMethods(): Promise<void> {
  const passkey = await makePasskey(home.context)
  const gesture = await usePasskey(home.context, passkey.credentialId, signal)
  await sealPasskey(home.context, passkey, { gesture, label: 'Phone' }, signal)
  await addCode(home.context)
}

describe('the account page asks its keys document', () => {
  it('for the account and its log, in the form of the contract', async () => {
    const account = methods.getAccount.result.parse(await handlers.getAccount({}, call))
    expect(account.devices).toMatchObject([{ current: true }])
    expect(methods.getActivity.result.parse(await handlers.getActivity({ before: 7 }, call)).intact).toBe(
      true,
    )
  })

  it('for the account, whose addresses are those of the key and not what the service says', async () => {
    const { accounts } = await home.state()
    const wallet = life.service.accounts.users.get(EMAIL)?.wallet
    if (!wallet) throw new Error('No wallet')
    wallet.accounts = [{ namespace: 'eip155', type: 'eoa', address: `0x${'ab'.repeat(20)}` }]
    const told = await handlers.getAccount({}, call)
    expect(told.wallet?.accounts).toEqual(accounts)
  })

  it('to protect the wallet: refused with fewer than two methods, and the state says so afterwards', async () => {
    await expect(handlers.protect({}, call)).rejects.toEqual(codeOf(TooFewMethodsError))
    expect((await home.state()).tier).toBe('standard')
    await addTwoMethods()
    const state = methods.protect.result.parse(await handlers.protect({}, call))
    expect(state).toMatchObject({ status: 'signedIn', tier: 'protected' })
  })

  it('to protect the wallet: done, though the session cannot be read anew afterwards', async () => {
    await addTwoMethods()
    life.service.setFault((when, { path }) => {
      if (when === 'before' && path.endsWith('/session')) throw new TypeError('Failed to fetch')
    })
    expect((await handlers.protect({}, call)).status).toBe('signedIn')
    life.service.setFault(() => undefined)
    expect((await home.keys.handlers.syncSession({}, call)).tier).toBe('protected')
  })

  it('to revoke another device: this one stays', async () => {
    await handlers.revokeDevice({ deviceId: 'another' }, call)
    expect((await home.state()).status).toBe('signedIn')
    expect(closed).toBe(0)
  })

  it('to revoke this device: nothing of it stays here', async () => {
    const [device] = (await handlers.getAccount({}, call)).devices
    await handlers.revokeDevice({ deviceId: device?.id ?? '' }, call)
    expect((await home.state()).status).toBe('signedOut')
    expect(await home.store.get('share')).toBeUndefined()
    expect(await home.store.get('device')).toBeUndefined()
    expect(closed).toBe(1)
  })

  it('to delete the account: nothing of it stays here', async () => {
    await handlers.deleteAccount({}, call)
    expect((await home.state()).status).toBe('signedOut')
    expect(await home.store.get('session')).toBeUndefined()
  })

  it('and keeps everything when the service refuses', async () => {
    life.service.setFault((when, { path }) => {
      if (when === 'before' && path.endsWith('/delete')) throw { refused: AccountFrozenError }
    })
    await expect(handlers.deleteAccount({}, call)).rejects.toEqual(codeOf(AccountFrozenError))
    await expect(handlers.removeIdentity({ identityId: 'i'.repeat(22) }, call)).rejects.toEqual(
      codeOf(LastIdentityError),
    )
    expect((await home.state()).status).toBe('signedIn')
  })

  it('in vain when nobody is signed in', async () => {
    await home.keys.handlers.signOut({}, call)
    await expect((async () => handlers.getAccount({}, call))()).rejects.toEqual(codeOf(SignedOutError))
  })
})

describe('a panel', () => {
  it('ends with a sign-out', async () => {
    const { readState, loginOver } = home.keys
    let ended: AbortSignal | undefined
    const stage: PanelStage = {
      run: (_look, over) =>
        new Promise((_resolve, reject) => {
          ended = over
          over.addEventListener('abort', () => reject(new PanelClosedError()))
        }),
      close: () => undefined,
    }
    const own = panelHandlers({ context: home.context, stage, readState, over: loginOver })
    const open = Promise.resolve(own.openPanel({ panel: 'exportKey', themeMode: 'dark' }, call))
    const refused = expect(open).rejects.toEqual(codeOf(PanelClosedError))
    await home.keys.handlers.signOut({}, call)
    await refused
    expect(ended?.aborted).toBe(true)
  })

  it('answers with the state that holds afterwards', async () => {
    const state = await handlers.openPanel({ panel: 'createCode', themeMode: 'light', locale: 'de' }, call)
    expect(methods.openPanel.result.parse(state).status).toBe('signedIn')
  })
})
