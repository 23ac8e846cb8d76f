import { close, goBack, open, push } from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { slowWallets } from '../../directory/testing/slowWallets.ts'
import { failing, never } from '../../workbench/pretend/pretendConnectors.ts'
import { answerWallets, sampleWallets } from '../../workbench/pretend/sampleWallets.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { allWalletsStates } from '../../workbench/states/allWallets.ts'

let stage: Stage
const MANY = sampleWallets(600)
const start = async (state: Partial<ViewState> = {}) => {
  stage = await stageView('AllWallets', { ...allWalletsStates.default, ...state })
}
const root = () => stage.modal.element.shadowRoot as ShadowRoot
const view = () => root().querySelector('.lk-view:not(.lk-view-out)') as HTMLElement
const scroller = () => root().querySelector('.lk-scroll') as HTMLElement
const tiles = () => [...view().querySelectorAll<HTMLElement>('.lk-tile')]
const names = () => tiles().map((tile) => tile.querySelector('.lk-tile-name')?.textContent)
const box = () => page.getByRole('searchbox', { name: 'Search wallets' })
const shown = () => stage.config.router.getState().stack.at(-1)
const focusedTile = () => root().activeElement?.getAttribute('data-tile')
/** Below the search: the card itself moves while it opens. */
const placeOf = (element: Element | null | undefined) => {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  const bar = view().querySelector('.lk-pinned')?.getBoundingClientRect()
  return [left, top - (bar?.bottom ?? 0), width, height].map(Math.round)
}
/** From the first view, with everything at hand. */
const enter = async () => {
  await start()
  await expect.poll(() => tiles().length).toBeGreaterThan(0)
  goBack(stage.config)
  await expect.poll(() => tiles().length).toBe(0)
  push(stage.config, { name: 'AllWallets' })
  await expect.poll(() => root().activeElement?.getAttribute('role')).toBe('searchbox')
}
/** The view that is left has faded. */
const gone = () => expect.poll(() => root().querySelector('.lk-view-out')).toBeNull()
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const status = (text: string) => page.getByRole('status').filter({ hasText: text })

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  stage.modal.destroy()
  stage.config.destroy()
})

describe('the list', () => {
  it('R2-14 R9-35 R9-49 shows the first wallets in four columns, and says how many there are', async () => {
    await start()
    await expect.element(page.getByRole('button', { name: 'Rainfall', exact: true })).toBeVisible()
    const [first, second, , fourth, fifth] = tiles().map((tile) => tile.getBoundingClientRect())
    expect(first?.top).toBe(second?.top)
    expect(first?.top).toBe(fourth?.top)
    expect(fifth?.top).toBeGreaterThan(first?.bottom ?? 0)
    const item = tiles()[0]?.parentElement
    expect(item?.getAttribute('aria-posinset')).toBe('1')
    expect(item?.getAttribute('aria-setsize')).toBe('600')
  })

  it('has three columns where four have no room', async () => {
    await page.viewport(340, 700)
    await start()
    await expect.poll(() => tiles().length).toBeGreaterThan(3)
    const tops = tiles().map((tile) => tile.getBoundingClientRect().top)
    expect(tops[2]).toBe(tops[0])
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)
  })

  it('stands in the same place as the skeletons before it', async () => {
    const { ask, asked, answer } = slowWallets()
    await start({ wallets: ask })
    await expect.poll(() => view().querySelectorAll('.lk-tile-skeleton').length).toBe(20)
    const before = placeOf(view().querySelector('.lk-tile-skeleton'))
    expect(view().querySelector('[aria-busy=true]')).not.toBeNull()
    await expect.poll(() => asked.length).toBe(1)
    answer(0, MANY.slice(0, 40), 600)
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    expect(placeOf(tiles()[0])).toEqual(before)
  })

  it('keeps 250 elements at most and asks once a page, wherever 600 wallets are scrolled to', async () => {
    const ask = vi.fn(answerWallets(MANY))
    await start({ wallets: ask })
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    let most = 0
    const scrollOn = async () => {
      scroller().scrollTop += 450
      await frame()
      await frame()
      most = Math.max(most, root().querySelectorAll('*').length)
      return names().at(-1)
    }
    // A busy machine takes more than two frames for a page or for the rows of it.
    await expect.poll(scrollOn, { interval: 1, timeout: 30_000 }).toBe(MANY.at(-1)?.name)
    expect(most).toBeLessThanOrEqual(250)
    const pages = ask.mock.calls.map(([{ page: number }]) => number)
    expect(pages).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  })

  it('shows what is at hand without skeletons before it, and asks for it only once', async () => {
    const ask = vi.fn(answerWallets(MANY))
    await start({ wallets: ask })
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    goBack(stage.config)
    await expect.poll(() => shown()?.name).toBe('Connect')
    let skeletons = 0
    const observer = new MutationObserver(() => {
      skeletons += root().querySelectorAll('.lk-tile-skeleton').length
    })
    observer.observe(root(), { subtree: true, childList: true })
    push(stage.config, { name: 'AllWallets' })
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    observer.disconnect()
    expect(skeletons).toBe(0)
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1), 15_000)
  })

  it('waits 2 s at most for the first pictures (R9-20)', async () => {
    const asked = vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ask: AskWallets = async () => ({ wallets: MANY.slice(0, 40), count: 40, hasMore: false })
    await start({ wallets: ask })
    // The clock starts with the first picture that is asked for.
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
    expect(view().querySelectorAll('.lk-tile-skeleton')).toHaveLength(20)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(tiles()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(100)
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
  })

  it('draws a letter where there is no picture', async () => {
    const broken = MANY.slice(0, 4).map((wallet) => ({ ...wallet, image_url: 'data:image/png,broken' }))
    await start({ wallets: answerWallets(broken) })
    await expect.poll(() => view().querySelectorAll('.lk-tile .lk-monogram').length).toBe(4)
    expect(view().querySelector('.lk-monogram')?.textContent).toBe('R')
  })

  it('puts the wallets of the page itself first', async () => {
    await start(allWalletsStates.own)
    await expect.poll(() => names()[0]).toBe('House wallet')
    expect(tiles()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('601')
    await box().fill('house')
    await expect.poll(names).toEqual(['House wallet'])
  })
})

describe('choosing', () => {
  it('leads to WalletConnect with the wallet, or to the extension that is there', async () => {
    await start()
    await page.getByRole('button', { name: 'Rainfall', exact: true }).click()
    expect(shown()).toMatchObject({
      name: 'ConnectingWalletConnect',
      params: { wallet: { id: 'wallet-1', name: 'Rainfall' } },
    })
    goBack(stage.config)
    await page.getByRole('button', { name: 'Harbour Installed' }).click()
    expect(shown()).toMatchObject({ name: 'ConnectingExternal', params: { connectorId: 'harbour' } })
  })

  it('comes back to the same tile, place and search', async () => {
    await start()
    await box().fill('er')
    await expect.poll(() => names().length > 8 && names().every((name) => /er/i.test(name ?? ''))).toBe(true)
    scroller().scrollTop = 700
    const below = () =>
      tiles().find((tile) => tile.getBoundingClientRect().top > scroller().getBoundingClientRect().top + 120)
    await expect.poll(below).toBeDefined()
    const chosen = below()
    const number = chosen?.dataset.tile
    const top = scroller().scrollTop
    chosen?.focus({ preventScroll: true })
    await userEvent.keyboard('{Enter}')
    expect(shown()?.name).toBe('ConnectingWalletConnect')
    await gone()
    goBack(stage.config)
    await expect.poll(focusedTile).toBe(number)
    await expect.element(box()).toHaveValue('er')
    await expect.poll(() => Math.round(scroller().scrollTop)).toBe(Math.round(top))
  })

  it('comes back to the tile even before it has left', async () => {
    await enter()
    await userEvent.keyboard('{Tab}{ArrowDown}{Enter}')
    goBack(stage.config)
    await expect.poll(focusedTile).toBe('4')
  })

  it('begins anew when it is not come back to', async () => {
    await start()
    await box().fill('harbour')
    await expect.poll(() => names()[1]).toBe('Harbour 10')
    close(stage.config)
    open(stage.config, { view: { name: 'AllWallets' } })
    await expect.element(box()).toHaveValue('')
    await expect.poll(() => names()[0]).toBe('Rainfall')
  })
})

describe('the keyboard', () => {
  it('begins in the search, and moves from tile to tile', async () => {
    await enter()
    await userEvent.keyboard('{Tab}')
    expect(focusedTile()).toBe('0')
    for (const [key, tile] of [
      ['{ArrowRight}', '1'],
      ['{ArrowDown}', '5'],
      ['{ArrowLeft}', '4'],
      ['{ArrowUp}', '0'],
      ['{ArrowUp}', '0'],
      ['{End}', '39'],
      ['{Home}', '0'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.poll(focusedTile).toBe(tile)
    }
  })

  it('keeps the focused tile in sight, below the search', async () => {
    await enter()
    await userEvent.keyboard('{Tab}')
    for (let row = 0; row < 12; row++) await userEvent.keyboard('{ArrowDown}')
    for (let row = 0; row < 9; row++) await userEvent.keyboard('{ArrowUp}')
    await expect.poll(focusedTile).toBe('12')
    const bar = view().querySelector('.lk-pinned')?.getBoundingClientRect()
    await expect
      .poll(() => root().activeElement?.getBoundingClientRect().top ?? 0)
      .toBeGreaterThanOrEqual((bar?.bottom ?? 0) - 12)
    expect(root().activeElement?.getBoundingClientRect().bottom).toBeLessThan(
      scroller().getBoundingClientRect().bottom,
    )
  })

  it('keeps the focus when its tile is scrolled out of sight', async () => {
    await enter()
    await userEvent.keyboard('{Tab}')
    scroller().scrollTop = 900
    await expect.poll(() => tiles().length).toBeGreaterThan(20)
    await frame()
    expect(focusedTile()).toBe('0')
  })
})

describe('searching', () => {
  it('says how many were found, and clears', async () => {
    await start()
    await box().fill('harbour')
    await expect.element(status('75 wallets found')).toBeInTheDocument()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => names()[0]).toBe('Rainfall')
    await expect.element(box()).toHaveValue('')
  })

  it('offers the QR code when nothing is found', async () => {
    await start()
    await box().fill('Atlantis')
    await expect.element(page.getByText('No wallet found for “Atlantis”')).toBeVisible()
    await page.getByRole('button', { name: 'Use WalletConnect QR code' }).click()
    expect(shown()).toEqual({ name: 'ConnectingWalletConnect' })
  })

  it('offers all wallets again, and no QR code where the page cannot pair', async () => {
    await start({ connectors: [] })
    await box().fill('<b>Atlantis</b>')
    await expect.element(page.getByText('No wallet found for “<b>Atlantis</b>”')).toBeVisible()
    expect(page.getByRole('button', { name: /QR/ }).elements()).toHaveLength(0)
    await page.getByRole('button', { name: 'Show all wallets' }).click()
    await expect.poll(() => names()[0]).toBe('Rainfall')
  })

  it('shows the newer answer alone, whichever comes last', async () => {
    const { ask, asked, answer } = slowWallets()
    await start({ wallets: ask })
    await box().fill('rain')
    await expect.poll(() => asked.length).toBe(2)
    await box().fill('snow')
    await expect.poll(() => asked.length).toBe(3)
    expect(asked[1]?.signal.aborted).toBe(true)
    answer(2, [{ id: 'snow', name: 'Snow' }])
    answer(1, [{ id: 'rain', name: 'Rain' }])
    await expect.poll(names).toEqual(['Snow'])
  })

  it('stops when the view is left', async () => {
    const { ask, asked } = slowWallets()
    await start({ wallets: ask })
    await box().fill('rain')
    await expect.poll(() => asked.length).toBe(2)
    goBack(stage.config)
    await expect.poll(() => asked[1]?.signal.aborted).toBe(true)
  })
})

describe('failures', () => {
  it('says that the first page did not come, and tries again', async () => {
    let works = false
    const answer = answerWallets(MANY)
    await start({ wallets: (question, signal) => (works ? answer(question, signal) : failing(5080)) })
    await expect.element(page.getByText('The wallet service is not responding')).toBeVisible()
    works = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('button', { name: 'Rainfall', exact: true })).toBeVisible()
    expect(page.getByText('The wallet service is not responding').elements()).toHaveLength(0)
  })

  it('keeps what was loaded when a later page fails, and goes on after it', async () => {
    let works = false
    const answer = answerWallets(MANY)
    const ask = vi.fn<AskWallets>((question, signal) =>
      question.page === 1 || works ? answer(question, signal) : failing(5081),
    )
    await start({ wallets: ask })
    await expect.poll(() => tiles().length).toBeGreaterThan(0)
    scroller().scrollTop = 5_000
    await expect.element(page.getByText('The wallet service is not responding')).toBeInTheDocument()
    expect(names().at(-1)).toBe(MANY[39]?.name)
    await frame()
    expect(ask).toHaveBeenCalledTimes(2)
    works = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => tiles().at(-1)?.parentElement?.getAttribute('aria-posinset')).not.toBe('40')
  })

  it('says why the service refused', async () => {
    await start(allWalletsStates.refused)
    await expect.element(page.getByText('This site may not use this wallet')).toBeVisible()
  })

  it('says that a search failed, and leaves the field to be changed', async () => {
    await start(allWalletsStates.searchFailed)
    await expect.element(page.getByText('The wallet service is not responding')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => names()[0]).toBe('Rainfall')
  })

  it('says that there is nothing', async () => {
    await start(allWalletsStates.none)
    await expect.element(page.getByText('No wallets are listed here')).toBeVisible()
  })

  it('gives up what is on its way when the modal is destroyed', async () => {
    const signals: AbortSignal[] = []
    await start({
      wallets: (_, signal) => {
        signals.push(signal)
        return never()
      },
    })
    await expect.poll(() => signals.length).toBe(1)
    stage.modal.destroy()
    expect(signals[0]?.aborted).toBe(true)
  })
})

describe('what the directory says', () => {
  it('is text and nothing else', async () => {
    const name = '<img src=x onerror="window.hacked=1">'
    await start({ wallets: answerWallets([{ id: 'x', name, image_url: 'javascript:window.hacked=1' }]) })
    await expect.poll(names).toEqual([name])
    await expect.poll(() => view().querySelectorAll('.lk-monogram').length).toBe(1)
    expect(Reflect.get(window, 'hacked')).toBeUndefined()
  })

  it('does not break the grid, however long', async () => {
    await start(allWalletsStates.longNames)
    await expect.poll(() => tiles().length).toBe(12)
    for (const tile of tiles()) {
      expect(tile.scrollWidth).toBeLessThanOrEqual(tile.clientWidth)
      expect(tile.offsetHeight).toBe(104)
    }
  })
})
