import { describe, expect, it } from 'vitest'
import { isWanted, pictureName, pictureOptions } from './pictureOptions.ts'

const variants = (...args: string[]) =>
  pictureOptions(args, 'es').variants.map(({ lang, theme, width }) => `${lang} ${theme} ${width}`)

describe('which pictures are made', () => {
  it('English in each theme, the other languages in the dark one, at each width', () => {
    const all = variants()
    expect(all).toHaveLength(9 + 9)
    expect(all).toContain('en forced 320')
    expect(all).toContain('ar dark 1280')
    expect(all).not.toContain('ar light 1280')
  })
  it('every combination when asked', () => expect(variants('--all')).toHaveLength(4 * 3 * 3))
  it('one, narrowed in every way', () =>
    expect(variants('--theme', 'light', '--width', '390', '--lang', 'ja')).toEqual(['ja light 390']))
  it('a language in each theme', () => expect(variants('--lang', 'de')).toHaveLength(9))
  it('no language twice when a known one is the longest', () =>
    expect(pictureOptions(['--all'], 'de').variants).toHaveLength(3 * 3 * 3))
  it.each([
    ['a theme that there is not', ['--theme', 'blue'], '--theme is one of dark, light, forced'],
    ['a width that is none', ['--width', 'wide'], '--width is a number'],
    ['a width for nobody', ['--width', '10'], '--width is a number'],
    ['another option', ['--fast'], '--fast'],
  ])('%s is refused', (_, args, message) => expect(() => pictureOptions(args, 'es')).toThrow(message))
})

describe('a state', () => {
  const state = { view: 'Connect', state: 'throttled' }
  it.each([undefined, 'Connect', 'connect', 'Connect/throttled', 'Networks,Connect'])(
    'is asked for by %s',
    (only) => expect(isWanted(only, state)).toBe(true),
  )
  it.each(['ConnectWallets', 'Connect/default', 'throttled'])('is not asked for by %s', (only) =>
    expect(isWanted(only, state)).toBe(false),
  )
  it('names its pictures', () =>
    expect(pictureName(state, { lang: 'de', theme: 'dark', width: 388 })).toBe(
      'Connect/throttled/de-dark-388.png',
    ))
})
