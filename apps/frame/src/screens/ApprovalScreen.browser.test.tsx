import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../frame.css'
import './approval.css'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ApprovalScreenContent } from '../approvals/ApprovalScreenProps.ts'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import type { Coverage } from '../approvals/arming.ts'
import { approvalContent, approvalViews } from '../workbench/approvalStates.ts'
import { ApprovalScreen } from './ApprovalScreen.tsx'
import { type ArmingEnvironment, ArmingEnvironmentContext } from './armingEnvironment.ts'

/** The test page lies scaled in another frame, so the browser's own report does not hold: the test reports instead. */
function environmentOf(coverage: Coverage, covers: string | null = null): ArmingEnvironment {
  return {
    now: () => performance.now(),
    reportsCoverage: true,
    observeCoverage(_, report) {
      report(coverage)
      return () => undefined
    },
    observeSections(sections, _, report) {
      const hit = covers !== null && sections.some((section) => section.matches(covers))
      report(hit ? 'covered' : 'visible')
      return () => undefined
    },
  }
}

type Told = string[]
const viewOf = (name: string) => approvalViews[name] as ApprovalView

function content(
  name: string,
  told: Told,
  change: Partial<ApprovalScreenContent> = {},
): ApprovalScreenContent {
  return approvalContent(viewOf(name), {
    onApprove: (hash) => told.push(`approve ${hash}`),
    onReject: () => told.push('reject'),
    onRetry: () => told.push('retry'),
    ...change,
  })
}

function Screen({
  shown,
  told,
  coverage = 'visible',
  covers = null,
}: {
  shown: ApprovalScreenContent
  told: Told
  coverage?: Coverage
  /** A section that something lies over. */
  covers?: string | null
}) {
  return (
    <ArmingEnvironmentContext value={environmentOf(coverage, covers)}>
      <div className="lk-root">
        <ApprovalScreen
          {...shown}
          wallet={{ name: 'Latchkey', host: 'wallet.localhost' }}
          onEscape={() => told.push('escape')}
          onFocusExit={(direction) => told.push(direction)}
        />
      </div>
    </ArmingEnvironmentContext>
  )
}

/** Once the first request is approved, the second comes up in its place. */
function TwoRequests({ told }: { told: Told }) {
  const [id, setId] = useState('first')
  const onApprove = () => {
    told.push(id)
    setId('second')
  }
  return <Screen shown={content('message-text', told, { id, onApprove })} told={told} />
}

const approve = () => page.getByRole('button', { name: 'Approve' })
const armed = () => expect.element(approve(), { timeout: 5_000 }).toHaveAttribute('data-armed', 'true')
const element = () => approve().element() as HTMLButtonElement

describe('approving', () => {
  test('a click counts once the button is armed', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    await approve().click({ force: true })
    expect(told).toEqual([])
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })

  test('a script cannot click, press or tick', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    await armed()
    element().click()
    for (const type of ['pointerdown', 'pointerup', 'click'])
      element().dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, detail: 1 }))
    element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(told).toEqual([])
  })

  test('the second half of a double click does not approve what came up meanwhile', async () => {
    const told: Told = []
    await render(<TwoRequests told={told} />)
    await armed()
    await approve().dblClick({ force: true })
    expect(told).toEqual(['first'])
    await armed()
    await approve().click()
    expect(told).toEqual(['first', 'second'])
  })

  test('a key counts when the frame has had the focus', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    await armed()
    element().focus()
    await expect.poll(() => document.hasFocus()).toBe(true)
    await expect
      .poll(
        async () => {
          await userEvent.keyboard('{Enter}')
          return told
        },
        { timeout: 5_000, interval: 300 },
      )
      .toContain('approve 0x00')
  })

  test('a covered window never arms and says why', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} coverage="covered" />)
    await expect.element(page.getByText('Something covers this window. Move it away to go on.')).toBeVisible()
    await approve().click({ force: true })
    expect(told).toEqual([])
  })

  test.each(['.fr-asks', '.fr-title', '.fr-changes', ':has(> .lk-banner)', '.fr-facts > div', '.fr-risk'])(
    'with the button bare and %s covered it does not arm either',
    async (covers) => {
      const told: Told = []
      await render(<Screen shown={content('approval-unlimited', told)} told={told} covers={covers} />)
      await expect
        .element(page.getByText('Something covers this window. Move it away to go on.'))
        .toBeVisible()
    },
  )

  test('what was understood counts for what stood there then', async () => {
    const told: Told = []
    const shown = content('approval-unlimited', told)
    const { rerender } = await render(<Screen shown={shown} told={told} />)
    await page.getByRole('checkbox').click()
    await armed()
    await rerender(<Screen shown={{ ...shown, revision: shown.revision + 1 }} told={told} />)
    await expect.element(page.getByRole('checkbox')).not.toBeChecked()
    await approve().click({ force: true })
    expect(told).toEqual([])
  })

  test('a danger needs the second step, by a person', async () => {
    const told: Told = []
    await render(<Screen shown={content('approval-unlimited', told)} told={told} />)
    const box = page.getByRole('checkbox', { name: /I understand: All of my USDC can be taken/ })
    await expect.element(page.getByText('Tick the box above to go on.')).toBeVisible()
    ;(box.element() as HTMLInputElement).click()
    await expect.element(box).not.toBeChecked()
    await approve().click({ force: true })
    expect(told).toEqual([])
    await box.click()
    await armed()
    await approve().click()
    expect(told).toEqual(['approve 0x00'])
  })

  test('what is not complete cannot be approved, but rejected', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-loading', told)} told={told} />)
    await expect.element(page.getByText('Getting the details')).toBeVisible()
    await approve().click({ force: true })
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(told).toEqual(['reject'])
  })

  test('what cannot be done has no approve button', async () => {
    const told: Told = []
    await render(<Screen shown={content('send-network', told)} told={told} />)
    expect(approve().query()).toBeNull()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(told).toEqual(['retry', 'reject'])
  })

  test('while it is signed nothing can be pressed', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told, { phase: 'signing' })} told={told} />)
    await approve().click({ force: true })
    await page.getByRole('button', { name: 'Reject' }).click({ force: true })
    expect(told).toEqual([])
  })
})

describe('the screen', () => {
  test('says who asks, and quotes the name of the site as unchecked', async () => {
    await render(<Screen shown={content('message-text', [])} told={[]} />)
    const asks = page.getByRole('region', { name: 'Asked by' })
    await expect.element(asks).toHaveTextContent('http://app.localhost:5173')
    await expect.element(asks).toHaveTextContent('calls itself “Latchkey demo”. We have not checked that.')
    expect(asks.element().querySelector('strong')?.textContent).toBe('app.localhost')
  })

  test('starts at its heading, and Escape goes to the host', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    expect(document.activeElement?.textContent).toBe('Sign a message')
    await userEvent.keyboard('{Escape}')
    expect(told).toEqual(['escape'])
  })

  test('Tab leaves at both ends', async () => {
    const told: Told = []
    await render(<Screen shown={content('message-text', told)} told={told} />)
    element().focus()
    await userEvent.tab()
    expect(told).toEqual(['forward'])
    ;(document.querySelector('summary') as HTMLElement).focus()
    await userEvent.tab({ shift: true })
    expect(told).toEqual(['forward', 'backward'])
  })

  test('reject and approve have the same size', async () => {
    await render(<Screen shown={content('message-text', [])} told={[]} />)
    const sizeOf = (name: string) => {
      const { width, height } = page.getByRole('button', { name }).element().getBoundingClientRect()
      return [width, height]
    }
    expect(sizeOf('Reject')).toEqual(sizeOf('Approve'))
  })

  test.each(Object.keys(approvalViews))('%s shows no message without its text', async (name) => {
    const view = approvalViews[name]
    expect(view).toBeDefined()
    await render(<Screen shown={content(name, [])} told={[]} />)
    const text = [...document.querySelectorAll('p, h1, h2, dt, dd, button, label, summary, strong')].map(
      ({ textContent }) => textContent,
    )
    expect(text.join(' ')).not.toMatch(/(?:warn|risk|stop|row|value|approve)\.[a-z]|undefined|NaN|[{}]/)
  })
})
