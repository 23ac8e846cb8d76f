import { expect, test } from 'vitest'
import { projectSchema } from '../../config/projects.ts'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { checkOrigins, siteOf } from './checkOrigins.ts'

const shop = { id: 'shop', name: 'Shop', mode: 'production', allowedOrigins: ['https://shop.example.com'] }
const good = {
  walletOrigin: 'https://wallet-one.example',
  keysOrigin: 'https://keys-one.example',
  apiOrigin: 'https://api-one.example',
}

function look(changes: Partial<typeof good>, project: object = {}) {
  const projects = [projectSchema.parse({ ...shop, ...project })]
  const config = { ...good, ...changes, projects } as unknown as ServiceConfig
  return checkOrigins({ config }).filter(({ level }) => level !== 'ok')
}

test('three https origins on three sites, and pages elsewhere, need nothing', () => {
  expect(look({})).toEqual([])
})

test.each([
  ['plain http', { apiOrigin: 'http://api-one.example' }, {}, 'origins.https', 'fail', /API_ORIGIN: served/],
  ['mixed', { apiOrigin: 'http://api.localhost:8787' }, {}, 'origins.https', 'fail', /mix http and https/],
  [
    'wallet and keys on one site',
    { walletOrigin: 'https://wallet.example.net', keysOrigin: 'https://keys.example.net' },
    {},
    'origins.sites',
    'warn',
    /WALLET_ORIGIN and KEYS_ORIGIN are on one site/,
  ],
  [
    'API on the site of the keys',
    { apiOrigin: 'https://api.keys-one.example' },
    {},
    'origins.sites',
    'warn',
    /API_ORIGIN is on the site/,
  ],
  [
    'a page on the site of the wallet',
    {},
    { allowedOrigins: ['https://shop.wallet-one.example'] },
    'projects.shop',
    'fail',
    /on the site of WALLET_ORIGIN/,
  ],
  [
    'a wildcard over the site of the keys',
    {},
    { allowedOrigins: ['https://*.keys-one.example'] },
    'projects.shop',
    'fail',
    /on the site of KEYS_ORIGIN/,
  ],
  [
    'a wildcard',
    {},
    { allowedOrigins: ['https://*.shop.example.com'] },
    'projects.shop',
    'warn',
    /every name under it/,
  ],
  ['development in public', {}, { mode: 'development' }, 'projects.shop', 'warn', /development mode/],
  ['codes typed into pages', {}, { headlessOtp: true }, 'projects.shop', 'warn', /headlessOtp/],
  ['signatures of hashes', {}, { hashMessages: true }, 'projects.shop', 'warn', /hashMessages/],
  [
    'devices that do not wait',
    {},
    { newDeviceHoldHours: 0 },
    'projects.shop',
    'warn',
    /newDeviceHoldHours is 0/,
  ],
  ['nobody', {}, { allowedOrigins: [] }, 'projects.shop', 'warn', /no page/],
])('%s', (_, changes, project, check, level, message) => {
  const found = look(changes, project)
  expect(found).toContainEqual({
    check,
    level,
    message: expect.stringMatching(message),
    fix: expect.stringMatching(/[A-Z]/),
  })
})

test.each([
  ['https://a.example.co.uk', 'https://b.example.co.uk', true],
  ['https://a.example.co.uk', 'https://a.other.co.uk', false],
  ['https://one.github.io', 'https://two.github.io', false],
  ['http://a.localhost:1', 'http://b.localhost:1', false],
  ['http://a.localhost:1', 'http://a.localhost:2', true],
  ['http://a.example', 'https://a.example', false],
  ['https://*.example.com', 'https://www.example.com', true],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
])('%s and %s: same site %s', (one, other, isSame) => {
  expect(siteOf(one) === siteOf(other)).toBe(isSame)
})
