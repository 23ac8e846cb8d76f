import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Where versions of Playwright keep the list. */
const PLACES = ['lib/coreBundle.js', 'lib/server/chromium/chromiumSwitches.js']

const withoutComments = (source: string) => source.replace(/\/\/.*$/gm, '')

/**
 * Finds the features that Playwright turns off in Chromium, in the text of its program.
 *
 * @throws Error when the list is not where it is expected
 */
export function disabledFeaturesIn(source: string): string[] {
  const list = source.match(/\bdisabledFeatures\w* = (?:\([^)]*\) => )?\[([^\]]*)\]/)?.[1]
  const features = [...withoutComments(list ?? '').matchAll(/"([A-Za-z]+)"|'([A-Za-z]+)'/g)]
  if (features.length === 0)
    throw new Error('The list of disabled features was not found in this Playwright.')
  return features.map((match) => match[1] ?? match[2] ?? '')
}

/** The list of the installed Playwright, in its order: its argument can be replaced only when given exactly. */
export function playwrightDisabledFeatures(): string[] {
  const root = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const file = PLACES.map((place) => join(root, place)).find((path) => existsSync(path))
  if (!file) throw new Error('playwright-core is not laid out as expected.')
  return disabledFeaturesIn(readFileSync(file, 'utf8'))
}
