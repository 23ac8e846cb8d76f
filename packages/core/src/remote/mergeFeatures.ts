import {
  HISTORY_NETWORKS_ID,
  OFFERED_ONRAMPS_ID,
  OFFERED_SOCIALS_ID,
  RESTRICTED_ZONES_ID,
  type RemoteFeature,
  type RemoteFeatureId,
} from '@latchkey/protocol/http'
import type { Features } from '../interfaces/Config.ts'

export type MergedFeatures = {
  features: Features
  /** Settings of the page that a fetched configuration overrules. */
  ignored: (keyof Features)[]
}

/** What a page decides about alone. */
const OWN = ['passkeys', 'receive', 'send', 'pay'] as const
/** What the operator may decide about. */
type RemoteKey = Exclude<keyof Features, (typeof OWN)[number] | 'restrictedTimeZones' | 'historyNetworks'>

const IDS: Readonly<Record<RemoteKey, RemoteFeatureId>> = {
  email: 'social_login',
  socials: 'social_login',
  swaps: 'swap',
  onramp: 'onramp',
  activity: 'activity',
  reownBranding: 'reown_branding',
}
const KEYS = Object.keys(IDS) as RemoteKey[]

type List = readonly string[] | false
const list = (items: readonly string[]): List => (items.length > 0 ? [...items] : false)
/** A list of its own, so that nobody changes the page's or the default one. */
const copy = <Value extends boolean | List>(value: Value): Value =>
  Array.isArray(value) ? ([...value] as unknown as Value) : value

/** What one decided entry says about each feature that it stands for. */
function decided(key: RemoteKey, { isEnabled, config }: RemoteFeature): boolean | List {
  if (!isEnabled || !config) return false
  if (key === 'activity' || key === 'reownBranding') return true
  if (key === 'email') return config.includes('email')
  return list(key === 'socials' ? config.filter((name) => name !== 'email') : config)
}

/** What a list of the service's own says; undefined where it does not say. */
const offeredBy = (remote: readonly RemoteFeature[] | undefined, id: string): readonly string[] | undefined =>
  remote?.find((entry) => entry.id === id)?.config ?? undefined

/** What has no credentials is not offered, whoever chose it. A service that does not say is believed to have all. */
const onlyOffered = (chosen: List, offered: readonly string[] | undefined): List =>
  chosen && offered ? list(chosen.filter((name) => offered.includes(name))) : chosen

/**
 * Which features a page offers (spec 6). For each: nothing was fetched, or the entry's `config` is null: the page's
 * own setting, else the default. Fetched, but without an entry or its `config`: off. Else the entry wins.
 *
 * @param remote the fetched entries; undefined when they could not be fetched
 * @example
 * mergeFeatures({ swaps: false }, defaults, undefined).features.swaps // false
 */
export function mergeFeatures(
  local: Partial<Features>,
  defaults: Features,
  remote: readonly RemoteFeature[] | undefined,
): MergedFeatures {
  const ignored: (keyof Features)[] = []
  const onramps = offeredBy(remote, OFFERED_ONRAMPS_ID)
  const zones = offeredBy(remote, RESTRICTED_ZONES_ID)
  const histories = offeredBy(remote, HISTORY_NETWORKS_ID)
  // Who has set providers up offers them, unless somebody says otherwise.
  const usual = onramps ? { ...defaults, onramp: list(onramps) } : defaults
  const values = KEYS.map((key) => {
    const entry = remote?.find(({ id }) => id === IDS[key])
    if (!remote || entry?.config === null) return [key, copy(local[key] ?? usual[key])] as const
    if (local[key] !== undefined) ignored.push(key)
    return [key, entry ? decided(key, entry) : false] as const
  })
  const own = OWN.map((key) => [key, local[key] ?? defaults[key] ?? false] as const)
  const features = Object.fromEntries([...values, ...own]) as Features
  const offered = {
    socials: onlyOffered(features.socials, offeredBy(remote, OFFERED_SOCIALS_ID)),
    onramp: onlyOffered(features.onramp, onramps),
    ...(zones ? { restrictedTimeZones: list(zones) } : {}),
    ...(histories ? { historyNetworks: list(histories) } : {}),
  }
  return { features: { ...features, ...offered }, ignored }
}
