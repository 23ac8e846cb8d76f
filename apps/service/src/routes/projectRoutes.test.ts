import { getOrigins, getProjectConfig } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectSchema } from '../config/projects.ts'
import { RESTRICTED_TIME_ZONES } from '../config/restrictedTimeZones.ts'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { wireFeatures } from './projectRoutes.ts'

let service: TestService
const project = { id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [HOST] }
beforeAll(async () => {
  const credentials = { clientId: 'client', clientSecret: 'secret' }
  service = await createTestService({
    config: { socials: { google: credentials, x: credentials, github: credentials } },
    projects: [
      project,
      {
        ...project,
        id: 'set',
        features: {
          email: true,
          socials: ['google', 'apple', 'farcaster', 'x'],
          swaps: false,
          activity: true,
        },
      },
      { ...project, id: 'empty', mode: 'production', allowedOrigins: [] },
    ],
  })
})
afterAll(() => service.stop())

const CONFIG = '/appkit/v1/config?st=html&sv=html-0.1.0&projectId='

test('R7-29 R6-5 R3-71 the config replies what the operator decides, without networks that have no credentials, and leaves the rest to the page', async () => {
  const { status, body } = await askAsPage(service, `${CONFIG}set`)
  expect(status).toBe(200)
  expect(getProjectConfig.reply.parse(body).features).toEqual([
    { id: 'social_login', isEnabled: true, config: ['email', 'google', 'x'] },
    { id: 'swap', isEnabled: false, config: [] },
    { id: 'onramp', isEnabled: true, config: null },
    { id: 'activity', isEnabled: true, config: [] },
    { id: 'reown_branding', isEnabled: true, config: null },
    { id: 'offered_socials', isEnabled: true, config: ['google', 'x'] },
    { id: 'offered_onramps', isEnabled: false, config: [] },
    { id: 'restricted_time_zones', isEnabled: true, config: [...RESTRICTED_TIME_ZONES] },
    { id: 'history_networks', isEnabled: false, config: [] },
  ])
})

test('R6-7 a project without features leaves all to the page, and says which networks work', async () => {
  const { body } = await askAsPage(service, `${CONFIG}demo`)
  const { features } = getProjectConfig.reply.parse(body)
  const told = ['offered_socials', 'offered_onramps', 'restricted_time_zones', 'history_networks']
  const offered = features.filter(({ id }) => told.includes(id))
  expect(features.filter((one) => !offered.includes(one)).every(({ config }) => config === null)).toBe(true)
  expect(offered.map(({ isEnabled }) => isEnabled)).toEqual([true, false, true, false])
})

test.each([
  ['no login at all', { email: false, socials: false }, { isEnabled: false, config: [] }],
  ['an empty list', { email: false, socials: [] }, { isEnabled: false, config: [] }],
  ['e-mail alone', { email: true, socials: false }, { isEnabled: true, config: ['email'] }],
])('R3-71 %s', (_, features, expected) => {
  const { features: read } = projectSchema.parse({ ...project, features })
  expect(wireFeatures(read, { socials: ['google'], onramps: [] })[0]).toEqual({
    id: 'social_login',
    ...expected,
  })
})

test.each([
  [{ email: true }, /email and socials together/],
  [{ email: true, socials: ['myspace'] }, /./],
  [{ swaps: ['a b'] }, /./],
  [{ unknown: true }, /unknown/],
])('R6-5 the features %j are refused', (features, message) => {
  expect(() => projectSchema.parse({ ...project, features })).toThrow(message)
})

test('R7-30 the origins are those of the project', async () => {
  const { body } = await askAsPage(service, '/projects/v1/origins?projectId=demo')
  expect(getOrigins.reply.parse(body)).toEqual({ allowedOrigins: [HOST] })
})

test.each(['/projects/v1/origins?projectId=', CONFIG, '/getAnalyticsConfig?projectId='])(
  'R8-34 %s tells a page what is wrong, and nobody else anything',
  async (path) => {
    const foreign = await askAsPage(service, `${path}demo`, { origin: 'https://evil.example' })
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 4011])
    expect(foreign.headers.get('access-control-allow-origin')).toBe('https://evil.example')
    const unknown = await askAsPage(service, `${path}nope`)
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 4010])
    const nobody = await askAsPage(service, `${path}empty`)
    expect([nobody.status, codeOf(nobody)]).toEqual([403, 4011])
    expect(codeOf(await askAsPage(service, `${path}demo`, { origin: null }))).toBe(4011)
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
    expect(codeOf(await askAsPage(service, `${path}demo`, { headers: navigation }))).toBe(4011)
  },
)
