import { FreshLoginRequiredError, protect } from '@latchkey/protocol/http'
import { RoundTripError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { findLogin, finishLogin } from '../session/completeLogin.ts'
import { createMemoryStore } from '../storage/recordStore.ts'
import { codeOf } from '../testing/life.ts'
import { openKeys } from '../testing/openKeys.ts'
import { openByCode } from './codeMethod.ts'
import { bringIn, parseJoin, readJoinDetails } from './joinRequest.ts'
import { sealPasskey, usePasskey } from './passkeyMethod.ts'
import { type AccountLife, addCode, EMAIL, makePasskey, startAccountLife } from './testing/openPanelKeys.ts'

/*
 * Somebody who writes in the service's database, or runs it, puts an account of their own beside those of a wallet: what the
 * owner is paid there would be theirs.
 */

const signal = new AbortController().signal
const SOLANA = {
  namespace: 'solana',
  type: 'eoa',
  address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
} as const
const BITCOIN = {
  namespace: 'bip122',
  type: 'payment',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
} as const
const FOREIGN = [SOLANA, BITCOIN] as const

let life: AccountLife
let home: ReturnType<AccountLife['open']>

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  await home.login()
})

function record(account: (typeof FOREIGN)[number]): void {
  const wallet = life.service.accounts.users.get(EMAIL)?.wallet
  if (!wallet) throw new Error('No wallet')
  wallet.accounts = [...wallet.accounts, account]
}

async function protectWallet(): Promise<string> {
  const { context } = home
  const passkey = await makePasskey(context)
  const gesture = await usePasskey(context, passkey.credentialId, signal)
  await sealPasskey(context, passkey, { gesture, label: 'Phone' }, signal)
  const code = await addCode(context)
  await context.authorized.call(protect, { signal })
  return code
}

describe.each(FOREIGN)('an account of $namespace that the key does not give, put on record', (account) => {
  it('is no account of a new device of a standard wallet', async () => {
    record(account)
    const other = life.open()
    await expect(other.login()).rejects.toEqual(codeOf(RoundTripError))
    expect(await other.store.get('share')).toBeUndefined()
    expect((await other.state()).accounts).toEqual([])
  })

  it('nor of one that a recovery code opens', async () => {
    const code = await protectWallet()
    record(account)
    const other = life.open()
    expect((await other.login()).status).toBe('awaitingRecovery')
    const login = await findLogin(other.context, undefined, signal)
    if (!login) throw new Error('No login is on record')
    const open = openByCode(code, signal)
    const tooLate = () => new FreshLoginRequiredError()
    const end = { loginId: login.loginId, over: signal, open, tooLate }
    await expect(finishLogin(other.context, login, end)).rejects.toEqual(codeOf(RoundTripError))
    expect(await other.store.get('share')).toBeUndefined()
  })

  it('nor of one that another window brings in', async () => {
    const store = createMemoryStore()
    const site = openKeys({ service: life.service, store, now: life.clock.now })
    const { fragment } = await site.call('startJoin', {})
    const join = await parseJoin(fragment.replace('join=', ''))
    await bringIn(home.context, join, await readJoinDetails(home.context, join, signal), null, signal)
    record(account)
    await expect(site.call('checkJoin', {})).rejects.toEqual(codeOf(RoundTripError))
    expect(await store.get('share')).toBeUndefined()
  })

  it('nor of a device that has the wallet: it stays closed, whatever kind is claimed', async () => {
    for (const type of [account.type, 'smartAccount'] as const) {
      const wallet = life.service.accounts.users.get(EMAIL)?.wallet
      if (!wallet) throw new Error('No wallet')
      wallet.accounts = [...wallet.accounts.slice(0, 1), { ...account, type }]
      const signedIn = { origin: 'http://wallet.localhost:8787', signal }
      const state = await home.keys.handlers.syncSession({}, signedIn)
      expect(state.accounts.map(({ address }) => address)).not.toContain(account.address)
    }
  })
})

it('the accounts that the key gives come to a new device from the record', async () => {
  const live = { origin: 'http://wallet.localhost:8787', signal }
  const { accounts } = await home.keys.handlers.gainAccounts({ namespaces: ['solana', 'bip122'] }, live)
  expect(accounts.map(({ type }) => type)).toEqual(['eoa', 'eoa', 'payment', 'ordinal'])
  const wallet = life.service.accounts.users.get(EMAIL)?.wallet
  if (wallet) wallet.accounts = [...accounts]
  expect((await life.open().login()).accounts).toEqual(accounts)
})
