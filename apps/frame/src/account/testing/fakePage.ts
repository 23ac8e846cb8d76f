import type { AccountKeysContract } from '@latchkey/protocol/keys'
import { createStore } from 'zustand/vanilla'
import type { AccountPage, AccountState } from '../page/AccountPage.ts'
import { loadSmartAccount } from '../smartAccount/loadSmartAccount.tsx'
import { NOW, sampleAccount, sampleConfig, signedInState } from './sampleAccount.ts'

type Name = keyof AccountKeysContract['methods']
/** Answers of the keys document, by method. */
export type Answers = Partial<Record<Name, (params: never) => unknown>>

const log = {
  events: [
    {
      sequence: 1,
      at: NOW - 5_000,
      kind: 'signed-in',
      facts: { hostOrigin: 'http://app.localhost:5173' },
      hash: 'A'.repeat(43),
    },
    { sequence: 0, at: NOW - 9_000, kind: 'wallet-created', facts: {}, hash: 'B'.repeat(43) },
  ],
  next: null,
  intact: true,
}

/** An account page over answers that the test gives. `calls` lists what was asked. */
export function fakePage(
  state: Partial<AccountState> = {},
  answers: Answers = {},
): AccountPage & { calls: [string, unknown][]; assigned: string[] } {
  const calls: [string, unknown][] = []
  const assigned: string[] = []
  const own: Answers = {
    getAccount: () => sampleAccount,
    getActivity: () => log,
    getState: () => signedInState,
    closePanel: () => ({}),
    ...answers,
  }
  const call = new Proxy(
    {},
    {
      get: (_, name: Name) => async (params: never) => {
        calls.push([name, params])
        const answer = own[name]
        if (!answer) throw new Error(`No answer for ${name}`)
        return answer(params)
      },
    },
  )
  const store = createStore<AccountState>(() => ({
    status: 'ready',
    keys: signedInState,
    account: sampleAccount,
    accountFailed: false,
    panel: null,
    farcaster: null,
    busy: null,
    notice: null,
    confirming: false,
    frozenLogin: null,
    picture: '',
    ...state,
  }))
  return {
    config: sampleConfig,
    store,
    readBalance: async () => ({ cents: 123_456n, isWhole: true }),
    keepPicture: (picture) => store.setState({ picture }),
    client: async () => ({ call }) as never,
    now: () => NOW,
    join: null,
    locale: 'en',
    themeMode: () => 'dark',
    loadSmartAccount,
    queue: { last: Promise.resolve() },
    leave: (uri) => assigned.push(uri),
    calls,
    assigned,
  }
}
