import { isHttpsLink, isWalletLink, type WalletListing, walletListing } from '@latchkey/protocol/http'
import { normalizeText } from '@latchkey/service/directory'
import { CURATED_WALLETS, curatedPlace } from './curatedWallets.ts'
import type { RawWallet } from './RawWallet.ts'

type Checked = { listing: Omit<WalletListing, 'order'>; raw: RawWallet }
/** What passed, in the default order, each with what its source said. */
export type CleanWallet = { listing: WalletListing; raw: RawWallet }

const fields = walletListing().shape

/** A name without controls, marks of direction and double spaces. */
function plainName(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * A name without what a list adds to it: “(formerly …)”, “| …”, “ - …”, “by …”.
 *
 * @example shortName('Base (formerly Coinbase Wallet)') // 'Base'
 */
export function shortName(name: string): string {
  const [short = ''] = name.split(/ [(|–—-] ?| by /)
  return short.trim() || name
}

const isText = (value: unknown): value is string => typeof value === 'string'
/** Shops and download pages are no links into an app. */
const DOWNLOAD =
  /^https:\/\/(?:(?:apps|itunes|testflight)\.apple\.com|play\.google\.com|chrome\.google\.com|chromewebstore\.google\.com)\/|\/(?:downloads?|install|apple-app-site-association)\/?$/i
const firstLink = (values: readonly unknown[] = [], isSafe = isWalletLink) =>
  values.filter(isText).find(isSafe)
const kept = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value }

const sameAddress = (left: string, right: unknown) =>
  isText(right) && left.replace(/\/$/, '') === right.replace(/\/$/, '')

/** The scheme of an app and its universal link. A universal link that is the home page is a page first, so it is left out. */
function mobileLinks({ mobile = [], homepage }: RawWallet): Pick<WalletListing, 'mobile_link' | 'link_mode'> {
  const safe = mobile.filter(isText).filter(isWalletLink)
  const scheme = safe.find((link) => !isHttpsLink(link))
  const universal = safe.find((link) => isHttpsLink(link) && !/[?#]/.test(link) && !DOWNLOAD.test(link))
  if (scheme === undefined) return kept('mobile_link', universal ?? safe[0])
  const isApart = universal !== undefined && !sameAddress(universal, homepage)
  return { mobile_link: scheme, ...kept('link_mode', isApart ? universal : undefined) }
}

function check(raw: RawWallet): Checked | undefined {
  const id = fields.id.safeParse(raw.id)
  const name = fields.name.safeParse(shortName(plainName(raw.name)))
  if (!id.success || !name.success) return undefined
  const stated = (raw.chains ?? []).filter((chain) => fields.chains.safeParse([chain]).success) as string[]
  const rdns = fields.rdns.safeParse(raw.rdns).data
  const place = curatedPlace({ name: name.data, rdns })
  const known = place === undefined ? [] : ((CURATED_WALLETS[place]?.chains ?? []) as string[])
  return {
    raw,
    listing: {
      id: id.data,
      name: name.data,
      ...mobileLinks(raw),
      ...kept('desktop_link', firstLink(raw.desktop)),
      ...kept('webapp_link', firstLink([raw.webapp], isHttpsLink)),
      ...kept('rdns', rdns),
      chains: [...new Set(stated.length ? stated : known)].slice(0, 200),
      ...kept('homepage', firstLink([raw.homepage], isHttpsLink)),
      ...kept('badge_type', raw.badge === 'certified' ? ('certified' as const) : undefined),
    },
  }
}

const byPlace = ({ listing: left }: Checked, { listing: right }: Checked) =>
  (curatedPlace(left) ?? Number.MAX_SAFE_INTEGER) - (curatedPlace(right) ?? Number.MAX_SAFE_INTEGER) ||
  compareText(normalizeText(left.name), normalizeText(right.name)) ||
  compareText(left.id, right.id)

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/**
 * Takes over what is safe of a list that somebody else wrote: names become plain text, unsafe links are left out,
 * wallets without a usable id or name and those that were there before (same id, or same name and home page) are dropped.
 *
 * @returns the wallets in their default order: the curated ones first, the others by name
 */
export function cleanWallets(raws: readonly RawWallet[]): CleanWallet[] {
  const seen = new Set<string>()
  const checked = raws.flatMap((raw) => {
    const wallet = check(raw)
    if (!wallet) return []
    const { id, name, homepage } = wallet.listing
    const keys = [`id ${id}`, `name ${normalizeText(name)} ${homepage ?? ''}`]
    if (keys.some((key) => seen.has(key))) return []
    for (const key of keys) seen.add(key)
    return [wallet]
  })
  return checked
    .sort(byPlace)
    .map(({ raw, listing }, index) => ({ raw, listing: { ...listing, order: index + 1 } }))
}
