import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './Button.tsx'
import { ViewTransition } from './ViewTransition.tsx'

const view = (key: string, height: number, text = key) => (
  <ViewTransition viewKey={key} direction="next">
    <Tall height={height} text={text} />
  </ViewTransition>
)

function Tall({ height, text }: { height: number; text: string }) {
  const [count, setCount] = useState(0)
  return (
    <div style={{ height }}>
      <Button onClick={() => setCount(count + 1)}>
        {text} {count}
      </Button>
    </div>
  )
}

const act = { change: (_text: string): void => undefined }

function Changing() {
  const [text, setText] = useState('before')
  act.change = setText
  return (
    <label htmlFor="field">
      {text} <input id="field" name="field" defaultValue="" />
    </label>
  )
}

const frame = () => document.querySelector<HTMLElement>('.lk-views')

describe('ViewTransition', () => {
  // The old view stays for as long as the clock stands.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('makes the old view inert, and takes it away', async () => {
    const screen = await render(view('Connect', 200))
    await screen.rerender(view('Account', 300))
    const leaving = document.querySelector<HTMLElement>('.lk-view-out')
    expect(leaving?.inert).toBe(true)
    expect(leaving).toHaveTextContent('Connect 0')
    expect(page.getByRole('button').elements()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(() => document.querySelectorAll('.lk-view').length).toBe(1)
    expect(frame()?.dataset.state).toBe('still')
  })

  it('shows the old view as it was last seen, whatever happens to it while it leaves', async () => {
    const shown = (key: string, child: ReactNode) => (
      <ViewTransition viewKey={key} direction="next">
        {child}
      </ViewTransition>
    )
    const screen = await render(shown('Connect', <Changing />))
    await userEvent.fill(page.getByRole('textbox'), 'ada@example.com')
    await screen.rerender(shown('Code', 'code'))
    act.change('after')
    await expect.poll(() => document.querySelector('.lk-views')?.textContent).toContain('after')
    const leaving = document.querySelector<HTMLElement>('.lk-view-out')
    expect(leaving?.textContent).toContain('before')
    expect(leaving?.querySelector('input')?.value).toBe('ada@example.com')
    expect(leaving?.querySelectorAll('[id], [name]')).toHaveLength(0)
    expect(document.querySelectorAll('#field')).toHaveLength(1)
    expect(document.querySelector('#field')?.checkVisibility()).toBe(false)
    await screen.rerender(shown('Connect', <Changing />))
    await expect.element(page.getByRole('textbox')).toHaveValue('ada@example.com')
  })

  it('follows the height of the view', async () => {
    const screen = await render(view('Connect', 200))
    expect(frame()?.style.blockSize).toBe('200px')
    await screen.rerender(view('Connect', 260))
    await expect.poll(() => frame()?.style.blockSize).toBe('260px')
  })

  it('keeps the state of a view that only changes its props', async () => {
    const screen = await render(view('Connect', 200))
    await userEvent.click(page.getByRole('button'))
    await screen.rerender(view('Connect', 200, 'Again'))
    await expect.element(page.getByRole('button')).toHaveTextContent('Again 1')
    expect(document.querySelector('.lk-view-out')).toBeNull()
  })

  it('comes back to a view that has not quite left', async () => {
    const screen = await render(view('Connect', 200))
    await screen.rerender(view('Account', 300))
    await screen.rerender(view('Connect', 200))
    expect(document.querySelectorAll('.lk-view')).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(200)
    await expect.poll(() => document.querySelectorAll('.lk-view').length).toBe(1)
    expect(document.querySelector<HTMLElement>('.lk-view')?.inert).toBe(false)
    await expect.element(page.getByRole('button')).toHaveTextContent('Connect 0')
  })
})
