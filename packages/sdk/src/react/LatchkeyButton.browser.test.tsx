import { createRef, type ReactElement } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { LatchkeyButton, type LatchkeyButtonProps } from './LatchkeyButton.ts'

type Component = { render(props: LatchkeyButtonProps, ref: unknown): ReactElement }

it('takes class and ref, in React 18 too, which writes all else as attributes', async () => {
  const made = (LatchkeyButton as unknown as Component).render({ className: 'wide', hidden: false }, null)
  expect(made).toMatchObject({ type: 'latchkey-button', props: { class: 'wide' } })
  expect(made.props).not.toHaveProperty('className')
  expect(made.props).not.toHaveProperty('hidden')
  const ref = createRef<HTMLElement>()
  await render(<LatchkeyButton ref={ref} className="wide" label="Sign in" />)
  expect(ref.current?.outerHTML).toBe('<latchkey-button label="Sign in" class="wide"></latchkey-button>')
})
