import type { Client } from '@latchkey/bridge'
import type { FrameDocumentConfig, ParamsOf, ResultOf } from '@latchkey/protocol'
import type { getAccount } from '@latchkey/protocol/http'
import type { AccountKeysContract, KeysState, PanelName } from '@latchkey/protocol/keys'
import type { ReactElement } from 'react'
import type * as z from 'zod/mini'
import type { StoreApi } from 'zustand/vanilla'
import type { Balance } from './readBalance.ts'

type Methods = AccountKeysContract['methods']

/** Everything that the service tells of an account. */
export type Account = z.output<typeof getAccount.reply>

/** Something that went wrong or well, told once. */
export type Notice = { tone: 'danger' | 'success'; text: string; code: number | null }

export type AccountState = {
  /** `down`: the part of the wallet that holds the keys did not start. */
  status: 'starting' | 'down' | 'ready'
  keys: KeysState | null
  account: Account | null
  /** The account could not be read. */
  accountFailed: boolean
  /** What keys draws at the moment, and how high it is in CSS px. */
  panel: { name: PanelName; height: number } | null
  /** The code for the person's Farcaster app, while it is shown. */
  farcaster: { draw: () => ReactElement; close: () => void } | null
  /** The name of the action that runs. */
  busy: string | null
  notice: Notice | null
  /** A sign-in that stopped because the account is frozen: goes on with it once it is not. */
  frozenLogin: (() => Promise<KeysState>) | null
  /** An action asked for a fresh login: the person confirms who they are. */
  confirming: boolean
  /** By which the person knows the wallet, as `nameOfPicture` gives it; empty: none is chosen. */
  picture: string
}

/** Draws what the page shows of the smart account of a plain one. */
export type DrawSmartAccount = (owner: `0x${string}`) => ReactElement

/** The account page. Everything else takes it as its first argument. */
export type AccountPage = {
  config: FrameDocumentConfig
  store: StoreApi<AccountState>
  client: () => Promise<Client<AccountKeysContract>>
  now: () => number
  /** What another window asks, as it stands in the address: a sign-in elsewhere comes back with it. */
  join: string | null
  /** BCP 47 */
  locale: string
  themeMode: () => 'light' | 'dark'
  /** What the accounts of the wallet are worth together. Rejects where nobody tells. */
  readBalance: (owner: `0x${string}`, signal: AbortSignal) => Promise<Balance>
  /** Keeps the picture for the wallet's windows; empty: none. */
  keepPicture: (name: string) => void
  /** Ends when the actions that were begun have ended. */
  queue: { last: Promise<unknown> }
  /** Goes on with a social login in this very tab, which remembers that it has begun it: the callback page goes on for no other. */
  leave: (uri: string, flowId: string) => void
  /**
   * Loads the part that shows the smart account. Rejects when it cannot be loaded; the next call tries again.
   *
   * @param tag the language, BCP 47
   */
  loadSmartAccount: (page: AccountPage, tag: string) => Promise<DrawSmartAccount>
}

/** Calls the keys document. */
export async function ask<Name extends keyof Methods>(
  page: Pick<AccountPage, 'client'>,
  method: Name,
  params: ParamsOf<Methods[Name]>,
): Promise<ResultOf<Methods[Name]>> {
  const client = await page.client()
  const call = client.call[method] as (params: ParamsOf<Methods[Name]>) => Promise<ResultOf<Methods[Name]>>
  return call(params)
}
