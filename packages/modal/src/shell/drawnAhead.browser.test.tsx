import { close, open } from '@latchkey/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountModal } from '../mountModal.tsx'
import { type Stage, stageView } from '../workbench/stageView.ts'
import { viewStates } from '../workbench/viewStates.ts'

let stage: Stage
const start = async (...parameters: Parameters<typeof stageView>) => {
  stage = await stageView(...parameters)
  return stage
}
const root = () => stage.modal.element.shadowRoot as ShadowRoot
const dialog = () => root().querySelector('dialog') as HTMLDialogElement
const focused = () => root().activeElement

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

/** The same modal as a page has it that has loaded it before anybody clicks. */
const drawAhead = () => {
  close(stage.config)
  stage.config.router.setState((state) => ({
    ...state,
    stack: [{ name: stage.config.runtime.homeView() }],
  }))
  stage.modal.destroy()
  stage = { ...stage, modal: mountModal(stage.config) }
}
const view = () => root().querySelector<HTMLElement>('.lk-view')

it('shows what was drawn ahead as it is, at its full height, and draws anew the next time', async () => {
  const { config } = await start('Connect', viewStates.Connect.default)
  drawAhead()
  const drawn = view()
  expect(dialog().checkVisibility()).toBe(false)
  expect(dialog().style).toHaveLength(0)
  open(config)
  await Promise.resolve()
  expect(view()).toBe(drawn)
  expect(view()?.parentElement?.style.blockSize).toBe(`${drawn?.offsetHeight}px`)
  expect(focused()?.getAttribute('type')).toBe('email')
  close(config)
  open(config)
  await expect.poll(() => view() !== null && view() !== drawn).toBe(true)
})

it.each([
  ['Account', viewStates.Account.default, undefined],
  ['Connect', viewStates.Connect.default, { name: 'Connect', params: { email: 'ada@example.com' } }],
] as const)(
  'draws anew what was drawn ahead of %s where it says something else',
  async (name, state, asked) => {
    const { config } = await start(name, state)
    drawAhead()
    const drawn = view()
    open(config, asked ? { view: asked } : {})
    await Promise.resolve()
    expect(view()).not.toBe(drawn)
    expect(root().querySelectorAll('.lk-view')).toHaveLength(1)
  },
)
