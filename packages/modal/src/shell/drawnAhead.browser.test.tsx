import { close, open, STORAGE_KEYS } from '@latchkey/core'
import { painted } from '@latchkey/std/painted'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountModal } from '../mountModal.tsx'
import { navigate } from '../router/navigate.ts'
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

it('has its height before it is opened, and tells its views of the opening once it is seen', async () => {
  const { config } = await start('Connect', viewStates.Connect.default)
  drawAhead()
  await painted()
  const frame = () => view()?.parentElement
  const height = frame()?.style.blockSize
  expect(height).toMatch(/^[1-9]/)
  const changed: MutationRecord[] = []
  const observer = new MutationObserver((records) => changed.push(...records))
  observer.observe(root().querySelector('.lk-mount') as Element, {
    subtree: true,
    childList: true,
    attributes: true,
  })
  open(config)
  expect(focused()?.getAttribute('type')).toBe('email')
  await Promise.resolve()
  expect(frame()?.style.blockSize).toBe(height)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  changed.push(...observer.takeRecords())
  observer.disconnect()
  expect(changed.map(({ type, attributeName }) => attributeName ?? type)).toEqual([])
  await painted()
  expect(focused()?.getAttribute('type')).toBe('email')
})

it('keeps the focus where the visitor has put it before its views are told', async () => {
  const { config } = await start('Connect', viewStates.Connect.default)
  drawAhead()
  // The dialog that was there before tells of its closing in a task of its own.
  await painted()
  open(config)
  const elsewhere = root().querySelector<HTMLElement>('.lk-header button:last-of-type')
  elsewhere?.focus()
  await painted()
  expect(focused()).toBe(elsewhere)
})

it('shows another view at once where one is asked for before its views are told', async () => {
  const { config } = await start('Connect', viewStates.Connect.default)
  drawAhead()
  open(config)
  navigate(config, 'WhatIsAWallet')
  await Promise.resolve()
  expect(root().getElementById('lk-title')?.textContent).toBe('What is a wallet?')
})

it('draws anew where storage says something else than when it was drawn', async () => {
  const { config } = await start('Connect', viewStates.Connect.default)
  drawAhead()
  const drawn = view()
  config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now()))
  config.storage.set(STORAGE_KEYS.emailHint, 'a•••@example.com')
  open(config)
  await Promise.resolve()
  expect(view()).not.toBe(drawn)
  expect(view()?.textContent).toContain('Enter your code')
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
