import { beforeEach, expect, test } from 'vitest'
import { createProjectDirectory, projectSchema } from '../config/projects.ts'
import { createRelayPolicy } from './attachRelay.ts'

const base = { name: 'Shop', mode: 'production', allowedOrigins: ['https://shop.example.com'] }
const projects = [
  projectSchema.parse({ ...base, id: 'shop' }),
  projectSchema.parse({ ...base, id: 'closed', disabled: true }),
]
let guests: string[] = []
const admitGuest = async (projectId: string) => guests.push(projectId) <= 2
beforeEach(() => {
  guests = []
})
const publicUrls = ['wss://relay.example.net/relay']
const policy = (wallets: 'projects' | 'any') =>
  createRelayPolicy(
    { publicUrls, wallets },
    createProjectDirectory(projects),
    (id) => projects.some((project) => project.id === id),
    admitGuest,
  )

test.each([
  ['a page of the list', 'shop', 'https://shop.example.com', true, true],
  ['R5-48 a page that is not on it', 'shop', 'https://guest.example', 'guest', 'guest'],
  ['a sandboxed page', 'shop', 'null', false, false],
  ['a program without an origin', 'shop', undefined, true, true],
  ['an app whose origin is the relay', 'shop', 'https://relay.example.net', true, true],
  ['a disabled project', 'closed', undefined, false, false],
  ['a disabled project’s page', 'closed', 'https://shop.example.com', false, false],
  ['a wallet with a project of its own', 'unknown', undefined, false, true],
  ['a web wallet with a project of its own', 'unknown', 'https://wallet.example', false, true],
])('%s', async (_name, projectId, origin, ofProjects, ofAny) => {
  expect(await policy('projects')({ projectId, origin })).toBe(ofProjects)
  expect(await policy('any')({ projectId, origin })).toBe(ofAny)
})

test('R5-48 pages that are not on the list are let in as long as their limit lasts, others without one', async () => {
  const ask = (origin?: string) => policy('projects')({ projectId: 'shop', origin })
  const answers = [
    await ask('https://a.example'),
    await ask('https://b.example'),
    await ask('https://c.example'),
  ]
  expect(answers).toEqual(['guest', 'guest', false])
  expect(await ask('https://shop.example.com')).toBe(true)
  expect(await ask()).toBe(true)
  expect(guests).toEqual(['shop', 'shop', 'shop'])
})
