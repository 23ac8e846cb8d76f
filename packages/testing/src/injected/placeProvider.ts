import type { MockInjectedWallet, MockInjectedWalletOptions } from './MockInjectedWallet.ts'

type Legacy = object & { providers?: unknown[] }
type PageWindow = Window & { ethereum?: Legacy }

export type Placement = Pick<MockInjectedWallet, 'announce' | 'remove'>

/** Puts a provider where pages look for one: EIP-6963 events and `window.ethereum`. A server has neither. */
export function placeProvider(
  options: MockInjectedWalletOptions,
  info: MockInjectedWallet['info'],
  provider: object,
): Placement {
  if (typeof window === 'undefined') return { announce: () => undefined, remove: () => undefined }
  const page = window as PageWindow
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  let timer: ReturnType<typeof setTimeout> | undefined
  const announce = () => {
    clearTimeout(timer)
    page.addEventListener('eip6963:requestProvider', tell)
    tell()
  }
  const { announce: when = true, legacy = false } = options
  if (when === true) announce()
  else if (when) timer = setTimeout(announce, when.afterMs)
  const restore = legacy ? placeLegacy(page, provider, legacy === 'providers') : undefined
  return {
    announce,
    remove() {
      clearTimeout(timer)
      page.removeEventListener('eip6963:requestProvider', tell)
      restore?.()
    },
  }
}

/** Alone it takes the place; with a list it joins whoever was there first. Returns how to undo it. */
function placeLegacy(page: PageWindow, provider: Legacy, joins: boolean): () => void {
  const before = page.ethereum
  const holder = joins && before ? before : provider
  page.ethereum = holder
  if (joins) {
    holder.providers ??= [holder]
    if (!holder.providers.includes(provider)) holder.providers.push(provider)
  }
  return () => {
    if (holder !== provider && holder.providers)
      holder.providers = holder.providers.filter((other) => other !== provider)
    if (page.ethereum !== provider) return
    if (before) page.ethereum = before
    else delete page.ethereum
  }
}
