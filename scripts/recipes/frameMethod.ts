import type { Recipe } from './Recipe.ts'

export const frameMethod: Recipe = {
  name: 'frame-method',
  page: 'add-a-frame-method.md',
  limit: { files: 2, lines: 0 },
  additions: [
    {
      file: 'packages/protocol/src/frame/sync.ts',
      after: 'export const syncMethods = {',
      text: `  getToy: /* @__PURE__ */ defineMethod({
    name: 'getToy',
    params: () => z.strictObject({ name: foreignText(32) }),
    result: () => z.strictObject({ toy: foreignText(40) }),
    policy: { access: 'granted', ui: 'none' },
    timeout: 20_000,
  }),`,
    },
    {
      file: 'apps/frame/src/host/sync.ts',
      after: 'export const syncHandlers = {',
      text: `  /** Tells the toy of this name. */
  getToy:
    () =>
    ({ name }) => ({ toy: \`toy \${name}\` }),
`,
    },
  ],
  projects: ['apps/frame'],
  tests: {
    'apps/frame/src/host/toyMethod.test.ts': `import { frameContract, NotConnectedError } from '@latchkey/protocol/frame'
import { expect, test } from 'vitest'
import { isGranted } from '../keys/session.ts'
import { fakeFrame, signedIn, signedOut } from '../testing/fakeFrame.ts'
import { createHandlers, guardAccess } from './createHandlers.ts'

type Context = Parameters<ReturnType<typeof createHandlers>['getToy']>[1]
const context = { origin: '', signal: new AbortController().signal } as Context
const handlersOf = (state: typeof signedIn | typeof signedOut) => {
  const frame = fakeFrame({ state })
  return guardAccess(frameContract, createHandlers(frame), () => isGranted(frame))
}

test('a site that is not connected is refused', async () => {
  await expect(handlersOf(signedOut).getToy({ name: 'ball' }, context)).rejects.toThrow(NotConnectedError)
})

test('the method answers, and its params are strict', async () => {
  expect(await handlersOf(signedIn).getToy({ name: 'ball' }, context)).toEqual({ toy: 'toy ball' })
  expect(frameContract.methods.getToy.params.safeParse({ name: 'ball', more: 1 }).success).toBe(false)
})
`,
  },
  testAdditions: [
    {
      file: 'packages/protocol/src/frame/frameContract.test.ts',
      after: 'const cases: Record<Name, Case> = {',
      text: `  getToy: {
    rows: 'toy',
    good: of('name', ['ball']),
    bad: [{}, ...of('name', [1])],
    policy: granted,
    timeout: 20_000,
  },`,
    },
    {
      file: 'apps/frame/src/host/everyMethod.browser.test.ts',
      after: 'const cases: Record<Name, Case> = {',
      text: `  getToy: { rows: 'toy', params: { name: 'ball' }, answer: { toy: 'toy ball' } },`,
    },
  ],
  runs: ['apps/frame/src/host/handlers.test.ts', 'apps/frame/src/host/everyMethod.browser.test.ts'],
}
