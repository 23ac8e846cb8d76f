import type { Choices, FontName, LANGUAGES, Method, NetworkName } from './choices.ts'
import type { Framework } from './writeCode.ts'

/** What the playground calls each choice. */
export const MODE_LABELS: Readonly<Record<Choices['mode'], string>> = {
  auto: 'Auto',
  light: 'Light',
  dark: 'Dark',
}
export const FONT_LABELS: Readonly<Record<FontName, string>> = {
  system: 'System',
  serif: 'Serif',
  rounded: 'Round',
  mono: 'Mono',
}
export const METHOD_LABELS: Readonly<Record<Method, string>> = {
  email: 'E-mail',
  social: 'Social login',
  wallet: 'Wallets',
}
export const NETWORK_LABELS: Readonly<Record<NetworkName, string>> = {
  base: 'Base',
  mainnet: 'Ethereum',
  optimism: 'Optimism',
  arbitrum: 'Arbitrum',
  polygon: 'Polygon',
  baseSepolia: 'Base Sepolia',
  localhost: 'Local chain',
}
export const ACCOUNT_LABELS: Readonly<Record<Choices['account'], string>> = {
  smartAccount: 'Smart account',
  eoa: 'Plain account',
}
export const DEVICE_LABELS: Readonly<Record<Choices['device'], string>> = {
  small: '320',
  phone: '390',
  wide: 'Full',
}
export const FRAMEWORK_LABELS: Readonly<Record<Framework, string>> = {
  ts: 'TypeScript',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
}

/** A language by its own name, as its readers look for it. */
export function languageLabel(tag: (typeof LANGUAGES)[number]): string {
  if (tag === 'page') return 'As the page'
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
