import { SOCIAL_PROVIDERS, type SocialProvider } from '@latchkey/core'
import { LOCALES, type LocaleTag } from '@latchkey/modal'

/** What can be chosen, each list in the order that it is shown in. */
export const MODES = ['auto', 'light', 'dark'] as const
export const METHODS = ['email', 'social', 'wallet'] as const
export const NETWORKS = [
  'base',
  'mainnet',
  'optimism',
  'arbitrum',
  'polygon',
  'baseSepolia',
  'localhost',
] as const
export const FONTS = ['system', 'serif', 'rounded', 'mono'] as const
export const ACCOUNTS = ['smartAccount', 'eoa'] as const
export const DEVICES = ['small', 'phone', 'wide'] as const
/** The page's own language, or one of the modal's. */
export const LANGUAGES = ['page', ...LOCALES] as const

export type Method = (typeof METHODS)[number]
export type NetworkName = (typeof NETWORKS)[number]
export type FontName = (typeof FONTS)[number]

/** All that the visitor of the playground has chosen. */
export type Choices = {
  mode: (typeof MODES)[number]
  /** Six digits of hex. */
  accent: string
  font: FontName
  /** Measure of all corners, px. */
  radius: number
  /** Of the card, px. */
  width: number
  /** In the order of the page; what is not named is not offered. Never empty. */
  methods: readonly Method[]
  socials: readonly SocialProvider[]
  passkeys: boolean
  /** Never empty; the first is active. */
  networks: readonly NetworkName[]
  language: 'page' | LocaleTag
  account: (typeof ACCOUNTS)[number]
  device: (typeof DEVICES)[number]
}

export const DEFAULTS: Choices = {
  mode: 'auto',
  accent: '#586cdb',
  font: 'system',
  radius: 4,
  width: 360,
  methods: METHODS,
  socials: ['google', 'apple', 'github', 'x'],
  passkeys: true,
  networks: ['base', 'localhost'],
  language: 'page',
  account: 'smartAccount',
  device: 'wide',
}

/** Ranges of what is a number, px. */
export const RANGES = { radius: [0, 8], width: [320, 480] } as const

type Reader<Value> = (text: string) => Value | undefined

const oneOf =
  <Value extends string>(known: readonly Value[]): Reader<Value> =>
  (text) =>
    known.find((one) => one === text)

const within =
  ([least, most]: readonly [number, number]): Reader<number> =>
  (text) =>
    /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** Known names, none twice; one that is unknown makes the whole list none. */
const listOf =
  <Value extends string>(known: readonly Value[], least: number): Reader<readonly Value[]> =>
  (text) => {
    const names = text === '' ? [] : text.split('.')
    const found = known.length < names.length ? [] : names.flatMap((name) => oneOf(known)(name) ?? [])
    const isSound = found.length === names.length && new Set(found).size === found.length
    return isSound && found.length >= least ? found : undefined
  }

const READERS: { [Name in keyof Choices]: Reader<Choices[Name]> } = {
  mode: oneOf(MODES),
  accent: (text) => (/^[\da-f]{6}$/.test(text) ? `#${text}` : undefined),
  font: oneOf(FONTS),
  radius: within(RANGES.radius),
  width: within(RANGES.width),
  methods: listOf(METHODS, 1),
  socials: listOf(SOCIAL_PROVIDERS, 0),
  passkeys: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
  networks: listOf(NETWORKS, 1),
  language: oneOf(LANGUAGES),
  account: oneOf(ACCOUNTS),
  device: oneOf(DEVICES),
}
const NAMES = Object.keys(READERS) as (keyof Choices)[]

const textOf = (value: Choices[keyof Choices]): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join('.') : String(value).replace('#', '')
}

/**
 * Reads choices from the hash of a shared link. Whatever is not exactly of a known form is as it is by default.
 *
 * @example readChoices('#mode=dark&networks=base.polygon')
 */
export function readChoices(hash: string): Choices {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const read = NAMES.map((name) => [name, READERS[name](given.get(name) ?? '\0') ?? DEFAULTS[name]])
  return Object.fromEntries(read) as Choices
}

/** The hash that `readChoices` reads; what is as by default is left out. */
export function writeChoices(choices: Choices): string {
  const told = NAMES.filter((name) => textOf(choices[name]) !== textOf(DEFAULTS[name]))
  return new URLSearchParams(told.map((name) => [name, textOf(choices[name])])).toString()
}
