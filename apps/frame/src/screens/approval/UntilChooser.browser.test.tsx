import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Edit } from '../../approvals/ApprovalView.ts'
import { approvalLocale } from '../../locales/approvalLocale.ts'
import { LocaleProvider } from '../../locales/LocaleContext.tsx'
import { english } from '../../locales/loadLocale.ts'
import { UntilChooser } from './Notices.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../../frame.css'
import './approval.css'
import './approvalEdits.css'

const asked = 1_800_000_000
const until = { chosen: asked, options: [asked - 86_400, asked] }

function chooser(edits: Edit[], disabled = false) {
  return (
    <LocaleProvider value={approvalLocale(english)}>
      <dl className="lk-root">
        <UntilChooser until={until} disabled={disabled} onEdit={(edit) => edits.push(edit)} />
      </dl>
    </LocaleProvider>
  )
}

test('an earlier end is chosen by hand, with pointer or keys', async () => {
  const edits: Edit[] = []
  await render(chooser(edits))
  expect(page.getByRole('radio').elements()).toHaveLength(0)
  await userEvent.click(page.getByRole('button', { name: 'End sooner' }))
  await expect.element(page.getByRole('group', { name: 'When it ends' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /As the site asked/ })).toBeChecked()
  await userEvent.click(page.getByRole('radio').first())
  expect(edits).toEqual([{ kind: 'until', expiry: asked - 86_400 }])
  page
    .getByRole('radio', { name: /As the site asked/ })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(edits).toHaveLength(2)
})

test('a page cannot choose, and nothing is chosen while something else is under way', async () => {
  const edits: Edit[] = []
  const { rerender } = await render(chooser(edits))
  await userEvent.click(page.getByRole('button', { name: 'End sooner' }))
  await expect.element(page.getByRole('radio').first()).toBeVisible()
  const [first] = page.getByRole('radio').elements()
  ;(first as HTMLInputElement).click()
  expect(edits).toEqual([])
  await rerender(chooser(edits, true))
  page
    .getByRole('radio', { name: /As the site asked/ })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(edits).toEqual([])
})
