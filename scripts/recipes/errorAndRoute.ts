import type { Recipe } from './Recipe.ts'

export const error: Recipe = {
  name: 'error',
  page: 'add-an-error.md',
  limit: { files: 1, lines: 0 },
  additions: [
    {
      file: 'packages/protocol/src/http/errors.ts',
      text: `export const ToyBrokenError = /* @__PURE__ */ defineError({
  name: 'ToyBrokenError',
  code: 4999,
  rpcCode: 4200,
  httpStatus: 418,
  message: 'The toy is broken. Take another one.',
})
`,
    },
  ],
  projects: ['apps/service', 'packages/core'],
  tests: {
    'apps/service/src/http/toyError.test.ts': `import { fromWire, toWire } from '@latchkey/errors'
import { ToyBrokenError } from '@latchkey/protocol/http'
import { expect, test } from 'vitest'
import { problemResponse } from './problemResponse.ts'

test('the service answers with the status of the error', async () => {
  const answer = problemResponse(new ToyBrokenError())
  expect(answer.status).toBe(418)
  expect(await answer.json()).toEqual({ error: toWire(new ToyBrokenError()) })
})

test('what came over the wire keeps its code alone', () => {
  const { code, rpcCode } = fromWire(toWire(new ToyBrokenError()))
  expect([code, rpcCode]).toEqual([4999, undefined])
})
`,
    'packages/core/src/errors/toyError.test.ts': `import { fromWire } from '@latchkey/errors'
import { expect, test } from 'vitest'
import { toProviderError } from './toProviderError.ts'

test('a page gets the EIP-1193 code of the error', () => {
  const error = toProviderError(fromWire({ code: 4999, message: 'The toy is broken. Take another one.' }))
  expect(error).toMatchObject({ code: 4200, data: { latchkeyCode: 4999 } })
})
`,
  },
}

export const route: Recipe = {
  name: 'route',
  page: 'add-a-route.md',
  limit: { files: 1, lines: 0 },
  additions: [
    {
      file: 'apps/service/src/routes/projectRoutes.ts',
      after: 'export function addProjectRoutes(routes: Routes): void {',
      text: `  registerRoute(
    routes,
    { method: 'GET', path: '/toys/v1/:id', reply: z.strictObject({ name: z.string() }) },
    { audience: 'project' },
    async (_, { params }) => ({ name: params.id ?? '' }),
  )`,
    },
    {
      file: 'apps/service/src/routes/projectRoutes.ts',
      after: "} from '@latchkey/protocol/http'",
      text: "import * as z from 'zod/mini'",
    },
  ],
  projects: ['apps/service'],
  tests: {
    'apps/service/src/routes/toyRoute.test.ts': `import { OriginNotAllowedError } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

test('the route answers a page of the project', async () => {
  const { status, body } = await askAsPage(service, '/toys/v1/ball?projectId=demo')
  expect([status, body]).toEqual([200, { name: 'ball' }])
})

test('it refuses a page that is not of the project', async () => {
  const stranger = await askAsPage(service, '/toys/v1/ball?projectId=demo', { origin: 'https://evil.example' })
  expect([stranger.status, codeOf(stranger)]).toEqual([403, OriginNotAllowedError.code])
})

test('the OpenAPI document has it', async () => {
  const { body } = await askAsPage(service, '/openapi.json')
  expect(body.paths).toMatchObject({ '/toys/v1/{id}': { get: { parameters: [{ name: 'id' }, { name: 'projectId' }] } } })
})
`,
  },
}
