import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localeOf } from '../../locales/LocaleContext.tsx'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { languageName } from './languageName.ts'

let stage: Stage
const start = async (stored?: string) => {
  stage = await stageView('Language', {
    below: [{ name: 'Account' }, { name: 'AccountSettings' }],
    prepare: (config) => {
      signedIn(config)
      if (stored !== undefined) config.storage.set('LOCALE', stored)
    },
  })
}

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./LanguageView.tsx')
})
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the language', () => {
  it('is chosen from a list in which each stands by its own name', async () => {
    await start()
    const german = page.getByRole('button', { name: 'Deutsch' })
    await expect.element(german).toHaveAttribute('lang', 'de')
    await expect
      .element(page.getByRole('button', { name: 'English' }))
      .toHaveAttribute('aria-current', 'true')
    await userEvent.click(german)
    await expect.element(page.getByRole('dialog', { name: 'Sprache' })).toBeVisible()
    await expect.element(german).toHaveAttribute('aria-current', 'true')
  })

  it('holds for the frame too, and for the next visit of the site', async () => {
    await start()
    await userEvent.click(page.getByRole('button', { name: 'Deutsch' }))
    await expect.poll(() => stage.config.theme.getState().locale).toBe('de')
    expect(stage.config.storage.get('LOCALE')).toBe('de')
  })

  it('is the one that was chosen before, whatever the page wishes for at first', async () => {
    await start('de')
    expect(localeOf(stage.config)).toBe('de')
    await expect.element(page.getByRole('dialog', { name: 'Sprache' })).toBeVisible()
  })

  it.each(['xx', 'en-XA', '<b>', ''])('is not what storage holds of no language: %j', async (stored) => {
    await start(stored)
    await expect.element(page.getByRole('dialog', { name: 'Language' })).toBeVisible()
  })
})

it.each([
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['fr', 'Français'],
  ['zh-Hant', '繁體中文'],
])('a language is called by its own name: %s', (tag, name) => {
  expect(languageName(tag)).toBe(name)
})
