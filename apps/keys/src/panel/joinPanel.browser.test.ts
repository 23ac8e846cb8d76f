import './panel.css'
import './panelParts.css'
import { PanelClosedError } from '@latchkey/protocol/keys'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createOneUseKey } from '../hpke/hpkeOpen.ts'
import { type OpenPanelParams, scriptOf } from './panelHandlers.ts'
import { fakePanelContext } from './testing/fakePanelContext.ts'
import { stagePanels } from './testing/stagePanels.ts'

const never = new AbortController().signal
const stand = stagePanels()

type Fake = ReturnType<typeof fakePanelContext>
function start(fake: Fake, more: Partial<OpenPanelParams>) {
  const params = { panel: 'approveJoin', themeMode: 'dark', ...more } as const
  const script = scriptOf(fake.context, params, never)
  return stand.stage.run(params, never, script).then(
    () => 'done',
    (error: { code: number }) => error.code,
  )
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('a join', () => {
  const details = {
    hostOrigin: 'https://shop.example',
    projectName: 'Shop',
    browser: 'Firefox on Linux',
    place: '203.0.113.0/24',
    number: '07',
    deviceId: 'd',
    expiresAt: 1,
  }
  const openJoin = async (made: Fake, locale = 'en') => {
    const { publicKey } = await createOneUseKey()
    return start(made, { join: `${'j'.repeat(22)}.${publicKey}`, locale })
  }
  const fake = () =>
    fakePanelContext({
      replies: { '/auth/v1/joins/:joinId': () => details },
      vault: { sealForJoin: async () => ({}) as never },
    })

  test('shows site, browser and number before anything is done', async () => {
    const made = fake()
    const ended = openJoin(made)
    await expect.element(page.getByText('https://shop.example')).toBeVisible()
    await expect.element(page.getByText('07')).toBeVisible()
    expect(made.calls).toEqual(['GET /auth/v1/joins/:joinId'])
    await userEvent.click(button('Refuse'))
    expect(await ended).toBe(PanelClosedError.code)
    expect(made.calls).toEqual(['GET /auth/v1/joins/:joinId'])
  })

  test('names the browser in the language of the panel', async () => {
    void openJoin(fake(), 'de')
    await expect.element(page.getByText('Firefox auf Linux')).toBeVisible()
  })

  test('uploads both halves when it is approved', async () => {
    const made = fake()
    const ended = openJoin(made)
    await userEvent.click(button('Let it in'))
    await userEvent.click(button('Done'))
    expect(await ended).toBe('done')
    expect(made.calls.at(-1)).toBe('POST /auth/v1/joins/:joinId/approve')
  })

  test.each(['07', '۰۷', '०७'])(
    'from another network asks for the number instead of showing it (%s)',
    async (typed) => {
      const made = fakePanelContext({
        replies: { '/auth/v1/joins/:joinId': () => ({ ...details, number: null }) },
        vault: { sealForJoin: async () => ({}) as never },
      })
      const ended = openJoin(made)
      await expect.element(page.getByText('203.0.113.0/24')).toBeVisible()
      await expect.element(page.getByText(/different internet address/)).toBeVisible()
      await userEvent.click(button('Let it in'))
      await expect.element(page.getByText('Type the two digits that the other device shows.')).toBeVisible()
      expect(made.calls).toEqual(['GET /auth/v1/joins/:joinId'])
      await userEvent.fill(page.getByRole('textbox', { name: 'Number on the other device' }), typed)
      await userEvent.click(button('Let it in'))
      await userEvent.click(button('Done'))
      expect(await ended).toBe('done')
      expect(made.calls.at(-1)).toBe('POST /auth/v1/joins/:joinId/approve')
    },
  )
})
