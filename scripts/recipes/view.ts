import type { Recipe } from './Recipe.ts'

export const view: Recipe = {
  name: 'view',
  page: 'add-a-view.md',
  // Words of its own would be a place in each catalogue more; this view says what others say.
  limit: { files: 2, lines: 0 },
  files: {
    'packages/modal/src/views/toys/ToyView.tsx': `import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'

/** Shows the toy that a page names. */
export function ToyView({ params }: { params: { toy: string } }): ReactElement {
  const say = useSay()
  return (
    <p>
      {say('shell.close')} {params.toy}
    </p>
  )
}
`,
  },
  additions: [
    {
      file: 'packages/modal/src/views/index.ts',
      after: 'export const views = [',
      text: `  defineView({
    name: 'Toy',
    title: 'networks.title',
    load: () => import('./toys/ToyView.tsx').then((module) => module.ToyView),
    parse: (value) => ({ toy: textParam(value, 'toy') ?? 'none' }),
  }),`,
    },
  ],
  projects: ['packages/modal'],
  tests: {
    'packages/modal/src/views/toys/toyView.browser.test.tsx': `import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

let stage: Stage
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('is shown with what the page names', async () => {
  stage = await stageView('Toy', viewStates.Toy.default)
  await expect.element(page.getByText('Close ball')).toBeVisible()
})

it('takes nothing else from a page', async () => {
  stage = await stageView('Toy', { params: { toy: 5 } })
  await expect.element(page.getByText('Close none')).toBeVisible()
})
`,
  },
  testAdditions: [
    {
      file: 'packages/modal/src/workbench/viewStates.ts',
      after: 'RequestInWallet: requestInWalletStates,',
      text: "  Toy: { default: { params: { toy: 'ball' } } },",
    },
  ],
}
