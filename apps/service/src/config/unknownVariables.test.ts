import { expect, test } from 'vitest'
import { unknownVariables } from './unknownVariables.ts'

const KNOWN = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'SMTP_URL',
  'SMTP_URL_FILE',
  'KEK',
  'KEK_PREVIOUS',
  'PEPPER',
  'CHAINS',
  'PROJECTS',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'RELAY_WALLETS',
  'TRUSTED_PROXIES',
  'WALLET_ORIGIN',
]

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PEPER', 'PEPPER'],
  ['KEK_PREVIOS', 'KEK_PREVIOUS'],
  ['METRIC_TOKENS', 'METRICS_TOKEN'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['wallet_origin', 'WALLET_ORIGIN'],
  ['SMTP_HOST', 'SMTP_URL'],
  ['RELAY_WALLET', 'RELAY_WALLETS'],
])('%s is taken for %s', (name, meant) => {
  expect(unknownVariables([name], KNOWN)).toEqual([
    `  ${name}: is no variable of the service; did you mean ${meant}?`,
  ])
})

test.each([
  ...[
    'PATH',
    'HOME',
    'HOSTNAME',
    'HOSTS',
    'PWD',
    'USER',
    'LANG',
    'TZ',
    'TERM',
    'SHLVL',
    'MAIL',
    'PS1',
    'CI',
    'DEBUG',
  ],
  ...[
    'NODE_ENV',
    'NODE_OPTIONS',
    'npm_config_url',
    'npm_lifecycle_event',
    'INIT_CWD',
    'VITEST',
    'TEST_DATABASE',
  ],
  ...['PGHOST', 'PGPORT', 'PGUSER', 'PGDATA', 'DATABASE_HOST', 'DATABASE_CONNECTION_POOL_URL', 'ADMIN_EMAIL'],
  ...['MAIL_HOST', 'PUBLIC_BASE', 'METRICS_PORT', 'KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'API_KEY'],
  ...[
    'RELAY_SERVICE_HOST',
    'RELAY_SERVICE_PORT_WS',
    'RELAY_PORT',
    'SMTP_PORT_25_TCP_ADDR',
    'SMTP_PORT_25_TCP',
  ],
  ...[
    'RENDER_SERVICE_ID',
    'FLY_APP_NAME',
    'DYNO',
    'RAILWAY_STATIC_URL',
    'GOOGLE_CLOUD_PROJECT',
    'AWS_REGION',
  ],
])('%s is somebody else’s', (name) => {
  expect(unknownVariables([name], KNOWN)).toEqual([])
})

test('what is known is known', () => {
  expect(unknownVariables(KNOWN, KNOWN)).toEqual([])
})
