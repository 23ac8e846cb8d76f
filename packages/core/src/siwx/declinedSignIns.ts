import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { isAccountAddress, isNamespace } from '../network/namespaces.ts'

/** Accounts whose optional sign-in was declined: they are not asked again until they disconnect. */
const KEY = 'siwx_declined'
const MOST = 20

type Who = { namespace: ChainNamespace; address: string }

function isEntry(text: string): boolean {
  const [namespace, address = '', ...rest] = text.split(':')
  return rest.length === 0 && isNamespace(namespace) && isAccountAddress(address)
}

/** An EVM address is the same in any case. */
const entryOf = ({ namespace, address }: Who): string =>
  `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`

function read(storage: KeyValueStorage): string[] {
  const list = (storage.get(KEY) ?? '').split(',')
  return list.filter(isEntry).slice(0, MOST)
}

function write(storage: KeyValueStorage, entries: readonly string[]): void {
  if (entries.length === 0) storage.remove(KEY)
  else storage.set(KEY, entries.slice(0, MOST).join(','))
}

export const isSignInDeclined = (storage: KeyValueStorage, who: Who): boolean =>
  read(storage).includes(entryOf(who))

export const rememberDeclined = (storage: KeyValueStorage, who: Who): void =>
  write(storage, [entryOf(who), ...read(storage).filter((entry) => entry !== entryOf(who))])

export const forgetDeclined = (storage: KeyValueStorage, who: Who): void =>
  write(
    storage,
    read(storage).filter((entry) => entry !== entryOf(who)),
  )
