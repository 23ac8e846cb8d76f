import { expect, test } from 'vitest'
import { createProjectDirectory, projectSchema } from '../config/projects.ts'
import { createRelayPolicy } from './relayPolicy.ts'

const base = { name: 'Shop', mode: 'production', allowedOrigins: ['https://shop.example.com'] }
const projects = [
  projectSchema.parse({ ...base, id: 'shop' }),
  projectSchema.parse({ ...base, id: 'closed', disabled: true }),
]
const publicUrls = ['wss://relay.example.net/relay']
const policy = (wallets: 'projects' | 'any') =>
  createRelayPolicy({ publicUrls, wallets }, createProjectDirectory(projects), (id) =>
    projects.some((project) => project.id === id),
  )

test.each([
  ['a page of the list', 'shop', 'https://shop.example.com', true, true],
  ['a page that is not on it', 'shop', 'https://evil.example', false, false],
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
