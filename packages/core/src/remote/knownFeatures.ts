import { SOCIAL_PROVIDERS } from '@latchkey/protocol/socials'
import { isRecord } from '@latchkey/std/isRecord'
import type { Config, Features } from '../interfaces/Config.ts'
import { parseStored } from '../storage/storedConnections.ts'

/** What a page offers when neither it nor its project says otherwise. */
export const defaultFeatures: Features = {
  email: true,
  socials: [...SOCIAL_PROVIDERS],
  passkeys: true,
  receive: true,
  send: true,
  swaps: ['uniswap'],
  // Which providers there are is the operator's to say.
  onramp: false,
  activity: true,
  reownBranding: true,
  pay: false,
}

/** In the host's storage. */
const KEY = 'features'
const MOST_NAMES = 32

/** What a kept answer is good for: another project, service or setting of the page may have another. */
const madeFor = ({ projectId, services, options }: Config): string =>
  JSON.stringify([projectId, services.apiOrigin, options.features ?? {}])

const isListOf =
  (name: RegExp) =>
  (value: unknown): boolean =>
    value === false ||
    (Array.isArray(value) &&
      value.length <= MOST_NAMES &&
      value.every((one) => typeof one === 'string' && name.test(one)))
const isNames = isListOf(/^[\w-]{1,32}$/)
const isZones = isListOf(/^[\w/+-]{1,64}$/)
/** CAIP-2 */
const isChains = isListOf(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)

/** What each feature is, as storage may have it. */
const FORMS: Readonly<Record<keyof Features, (value: unknown) => boolean>> = {
  email: (value) => typeof value === 'boolean',
  passkeys: (value) => typeof value === 'boolean',
  receive: (value) => typeof value === 'boolean',
  send: (value) => typeof value === 'boolean',
  activity: (value) => typeof value === 'boolean',
  reownBranding: (value) => typeof value === 'boolean',
  socials: isNames,
  swaps: isNames,
  onramp: isNames,
  pay: (value) => typeof value === 'boolean',
  restrictedTimeZones: (value) => value === undefined || isZones(value),
  historyNetworks: (value) => value === undefined || isChains(value),
}

/** Keeps what the service answered, for the first screen of the next visit. */
export function keepFeatures(config: Config, features: Features): void {
  config.storage.set(KEY, JSON.stringify({ for: madeFor(config), features }))
}

/** What the service answered last; undefined where nothing is kept, or what is there is not exactly of the written form. */
export function keptFeatures(config: Config): Features | undefined {
  const kept = parseStored(config.storage.get(KEY))
  if (!isRecord(kept) || kept.for !== madeFor(config)) return undefined
  const { features } = kept
  if (!isRecord(features)) return undefined
  const names = Object.keys(FORMS) as (keyof Features)[]
  if (Object.keys(features).some((name) => !Object.hasOwn(FORMS, name))) return undefined
  return names.every((name) => FORMS[name](features[name])) ? (features as Features) : undefined
}

/** Whether the page shows WalletConnect and nothing else. */
export const isWalletConnectAlone = ({ options }: Config): boolean =>
  options.basic === true || options.manualWCControl === true

/**
 * What a page offers before its service has answered: what the service answered last, else the page's own settings and
 * the defaults (spec 6).
 *
 * @param local default: what the page set
 */
export function knownFeatures(
  config: Config,
  local: Partial<Features> = config.options.features ?? {},
): Features {
  if (isWalletConnectAlone(config)) return noFeatures(local)
  return keptFeatures(config) ?? { ...defaultFeatures, ...local }
}

/** Every way to sign in and all that is bought off: a page that shows WalletConnect alone asks for none. */
export function noFeatures(local: Partial<Features> = {}): Features {
  const { receive = defaultFeatures.receive, send = defaultFeatures.send, pay = false } = local
  const off = Object.fromEntries(Object.keys(FORMS).map((name) => [name, false])) as Features
  return { ...off, receive, send, pay, restrictedTimeZones: undefined }
}

/** Of what is on the screen, what an answer leaves. What it adds waits for the next opening. */
export function withoutGone(shown: Partial<Features>, answer: Features): Features {
  const left = (Object.keys(FORMS) as (keyof Features)[]).map((name) => {
    const now = answer[name]
    // Nobody sees it: it says where something is off, and holds at once.
    if (name === 'restrictedTimeZones') return [name, now]
    // Where nobody had told yet, no tab was shown.
    const before = shown[name] ?? (name === 'historyNetworks' ? false : now)
    if (!Array.isArray(before) || !Array.isArray(now)) return [name, before && now]
    const both = before.filter((one) => now.includes(one))
    return [name, both.length > 0 && both]
  })
  return Object.fromEntries(left) as Features
}
