import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { API, createTestService, type TestService } from '../testing/createTestService.ts'

type Parameter = { name: string; in: 'path' | 'query' }
type Operation = { parameters?: Parameter[]; requestBody?: object }
type Routes = { path: string; method: string; operation: Operation }[]

const HOSTILE = [
  '<script>alert(1)</script>',
  "' or 1=1--",
  '../../../etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '-1',
  '1e309',
  '\u0000\u202e',
  '0x',
  'A'.repeat(1_048_576),
]

let service: TestService
let routes: Routes
beforeAll(async () => {
  service = await createTestService({
    limits: { dataCallsPerMinute: 100_000, refusedCallsPerMinute: 100_000 },
  })
  const document = (await (await service.app.request(`${API}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
})
afterAll(() => service.stop())
beforeEach(() => service.advance(61_000))

/** They change nothing of an answer: any short text will do. */
const IDLE: ReadonlySet<string> = new Set(['onramp', 'sender'])

/** The routes of the chain data, whoever adds one: each names a project, and nobody signs in for it. */
const chainData = () => routes.filter(({ path }) => /^\/v1\/(?!sessions)/.test(path))

const ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const AMOUNTS = { amount: '1', from: `eip155:31337:${ACCOUNT}`, to: `eip155:31337:0x${'ee'.repeat(20)}` }
/** What else is right, so that what is wrong is looked at. */
const SOUND: Readonly<Record<string, string>> = {
  ...{ projectId: 'demo', currency: 'usd', chainId: 'eip155:31337', ...AMOUNTS },
  ...{ userAddress: `eip155:31337:${ACCOUNT}`, tokenAddress: AMOUNTS.to },
}

function addressOf(path: string, parameters: readonly Parameter[], changed: Parameter | null, value: string) {
  const givenTo = ({ name, in: place }: Parameter) =>
    changed?.name === name && changed.in === place ? value : place === 'path' ? ACCOUNT : SOUND[name]
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of parameters) {
    const given = givenTo(parameter)
    if (given === undefined) continue
    if (parameter.in === 'query') query.set(parameter.name, given)
    else filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(given))
  }
  return `${filled}?${query}`
}

/** Refused with a status and a code of ours, and nothing of what came is told again. */
async function expectRefusal(address: string, value: string, method = 'GET', body?: unknown) {
  const answer = await askAsPage(service, address, { method, ...(body === undefined ? {} : { body }) })
  const place = `${method} ${address.slice(0, 120)}`
  expect([place, answer.status >= 400 && answer.status < 500, codeOf(answer)]).toEqual([
    place,
    true,
    expect.any(Number),
  ])
  if (value.length > 3) expect(JSON.stringify(answer.body)).not.toContain(value)
}

test('every parameter of every route of the chain data is refused when it is hostile', async () => {
  let asked = 0
  for (const { path, method, operation } of chainData()) {
    const { parameters = [] } = operation
    for (const parameter of method === 'GET' ? parameters : [])
      for (const value of HOSTILE) {
        if (IDLE.has(parameter.name) && value.length < 100) continue
        await expectRefusal(addressOf(path, parameters, parameter, value), value)
        asked += 1
      }
  }
  expect(asked).toBeGreaterThan(200)
})

test('every body of every route of the chain data is refused when it is hostile', async () => {
  const bodies = [
    '{',
    '[]',
    'null',
    '"text"',
    '{"__proto__":{"isAdmin":true}}',
    { surprise: HOSTILE[0] },
    'x'.repeat(1_048_576),
  ]
  let asked = 0
  for (const { path, method, operation } of chainData())
    for (const body of operation.requestBody ? bodies : []) {
      await expectRefusal(
        addressOf(path, operation.parameters ?? [], null, ''),
        HOSTILE[0] ?? '',
        method,
        body,
      )
      asked += 1
    }
  expect(asked).toBeGreaterThan(20)
})
