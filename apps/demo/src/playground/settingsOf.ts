import type { LatchkeyOptions } from '@latchkey/sdk'
import { type Choices, DEFAULTS, type FontName, METHODS } from './choices.ts'

/** Families that a system brings along: the page's policy lets no font in from elsewhere. */
const FAMILIES: Readonly<Record<FontName, string>> = {
  system: 'system-ui, sans-serif',
  serif: 'ui-serif, Georgia, serif',
  rounded: 'ui-rounded, "Varela Round", "Arial Rounded MT Bold", sans-serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
}

/** The part of the options that is plain data. What is Latchkey's own default is left out. */
export type Settings = Pick<
  LatchkeyOptions,
  | 'themeMode'
  | 'accent'
  | 'themeVariables'
  | 'locale'
  | 'features'
  | 'enableWallets'
  | 'connectMethodsOrder'
  | 'defaultAccountTypes'
>

function themeVariablesOf({ font, radius, width }: Choices): Pick<Settings, 'themeVariables'> {
  const variables = {
    ...(font !== DEFAULTS.font && { font: FAMILIES[font] }),
    ...(radius !== DEFAULTS.radius && { radius }),
    ...(width !== DEFAULTS.width && { width }),
  }
  return Object.keys(variables).length > 0 ? { themeVariables: variables } : {}
}

/** How the modal looks: what can change without the modal being made anew. */
export function themeOf(
  choices: Choices,
): Pick<Settings, 'themeMode' | 'accent' | 'themeVariables' | 'locale'> {
  const { mode, accent, language } = choices
  return {
    themeMode: mode,
    accent,
    ...themeVariablesOf(choices),
    ...(language !== 'page' && { locale: language }),
  }
}

/** What the modal offers. */
export function offerOf(choices: Choices): Omit<Settings, keyof ReturnType<typeof themeOf>> {
  const { methods, socials, passkeys, account } = choices
  const isOrdinary = methods.every((method, index) => METHODS.indexOf(method) === index)
  return {
    features: {
      email: methods.includes('email'),
      socials: methods.includes('social') ? socials : [],
      passkeys,
    },
    ...(!methods.includes('wallet') && { enableWallets: false }),
    ...(!isOrdinary && { connectMethodsOrder: methods }),
    ...(account === 'eoa' && { defaultAccountTypes: { eip155: 'eoa' } }),
  }
}

/**
 * The options that stand for the choices. The preview is made with them and the code shows them, so that the two cannot
 * differ.
 */
export const settingsOf = (choices: Choices): Settings => ({ ...themeOf(choices), ...offerOf(choices) })
