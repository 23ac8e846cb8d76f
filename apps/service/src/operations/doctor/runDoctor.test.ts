import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import * as launchers from '@latchkey/testing/node'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overPostgres } from '../../testing/database.ts'
import {
  type Environment,
  type Surroundings,
  serveEnvironment,
  startSurroundings,
} from '../testing/startDeployment.ts'
import { judgeTransport, offersStartTls } from './checkMail.ts'
import { describeFindings, exitCodeOf } from './Diagnosis.ts'
import { runDoctor } from './runDoctor.ts'

let around: Surroundings
let stopService: () => Promise<void>
beforeAll(async () => {
  around = await startSurroundings(launchers)
  stopService = await serveEnvironment(around.environment)
})
afterAll(async () => {
  await stopService()
  await around.stop()
})

/** What the doctor objects to when it is given these variables in place of the right ones. */
async function objections(changes: Environment) {
  const findings = await runDoctor({ ...around.environment, ...changes })
  return findings.filter(({ level }) => level !== 'ok')
}

test('a node that tells of new blocks is asked whether it does', async () => {
  expect(await objections(told([socketOf(around.chain.url)]))).toEqual([])
})

test('a good deployment has nothing to fix', async () => {
  const findings = await runDoctor(around.environment)
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([])
  expect(exitCodeOf(findings)).toBe(0)
  const names = findings.map(({ check }) => check)
  for (const name of [
    'environment',
    'origins.sites',
    'keys.strength',
    'files.KEK_FILE',
    'database.reachable',
  ])
    expect(names).toContain(name)
  for (const kind of ['frame', 'account', 'window', 'keys', 'panel', 'passkey'])
    expect(names).toContain(`documents.${kind}`)
  for (const name of [
    'service.health',
    'service.kek',
    'clock.service',
    'mail.server',
    'chains.31337',
    'relay',
  ])
    expect(names).toContain(name)
  for (const id of ['google', 'github', 'apple', 'facebook', 'x', 'discord'])
    expect(names).toEqual(expect.arrayContaining([`social.${id}.credentials`, `social.${id}.redirect`]))
  expect(names).toEqual(expect.arrayContaining(['farcaster.relay', 'farcaster.optimism']))
  if (overPostgres())
    expect(names).toEqual(expect.arrayContaining(['database.tables', 'clock.database', 'sealed.KEK']))
  const text = describeFindings(findings)
  expect(text.split('\n').filter((line) => line.startsWith('✓'))).toHaveLength(findings.length)
  expect(text).not.toMatch(/[0-9a-f]{64}/)
})

const project = {
  id: 'demo',
  name: 'Demo',
  mode: 'development',
  allowedOrigins: ['http://app.localhost:5173'],
}
const oneProject = (changes: object) => JSON.stringify([{ ...project, ...changes }])
const social = (id: string, changes: object) => {
  const all = around.identity.providers as Record<string, object>
  return JSON.stringify({ [id]: { ...all[id], ...changes } })
}
const chainAt = (rpcUrls: string[], id = 31_337, more: object = {}) => {
  const nativeCurrency = { name: 'E', symbol: 'E', decimals: 18 }
  return JSON.stringify([{ id, name: 'Local', nativeCurrency, rpcUrls, testnet: true, ...more }])
}
const told = (wsUrls: string[], id?: number) => ({ CHAINS: chainAt([around.chain.url], id, { wsUrls }) })
const socketOf = (url: string) => url.replace('http', 'ws')
const file = (name: string, text: string, mode = 0o600) => {
  const path = join(around.root, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}
const DEAD = 'http://127.0.0.1:9'

// None of it is the database, whose own checks run over both: checkDatabase.test.ts.
describe('one thing is broken', () => {
  test.runIf(overPostgres()).each<[string, string, RegExp, () => Environment]>([
    ['environment', 'fail', /KEK: is missing/, () => ({ KEK_FILE: '' })],
    ['environment', 'fail', /KEK_FILE: the file cannot be read \(ENOENT\)/, () => ({ KEK_FILE: '/no/such' })],
    ['environment', 'fail', /KEK: set KEK or KEK_FILE, not both/, () => ({ KEK: 'ab'.repeat(32) })],
    [
      'origins.sites',
      'warn',
      /WALLET_ORIGIN and KEYS_ORIGIN are on one site/,
      () => ({
        KEYS_ORIGIN: around.environment.WALLET_ORIGIN?.replace('wallet.', 'keys.wallet.'),
      }),
    ],
    [
      'projects.demo',
      'fail',
      /on the site of API_ORIGIN/,
      () => ({
        PROJECTS: oneProject({ allowedOrigins: ['http://app.api.localhost:5173'] }),
      }),
    ],
    [
      'projects.demo',
      'warn',
      /allowedOrigins is empty/,
      () => ({
        PROJECTS: oneProject({ mode: 'production', allowedOrigins: [] }),
      }),
    ],
    [
      'keys.strength',
      'fail',
      /KEK: does not look like 32 random bytes/,
      () => ({
        KEK_FILE: file('weak', 'ab'.repeat(32)),
      }),
    ],
    [
      'keys.reuse',
      'fail',
      /PEPPER_PREVIOUS and ADMIN_TOKEN hold the same value/,
      () => {
        const value = randomBytes(32).toString('hex')
        return { PEPPER_PREVIOUS: value, ADMIN_TOKEN: value }
      },
    ],
    [
      'files.PEPPER_FILE',
      'fail',
      /other users of this machine may read it \(mode 644\)/,
      () => ({
        PEPPER_FILE: file('open', randomBytes(32).toString('hex'), 0o644),
      }),
    ],
    [
      'service.kek',
      'fail',
      /another KEK/,
      () => ({ KEK_FILE: file('other', randomBytes(32).toString('hex')) }),
    ],
    [
      'documents.frame',
      'fail',
      /content-security-policy \(frame-ancestors\) is changed/,
      () => ({
        PROJECTS: oneProject({ allowedOrigins: ['http://else.localhost:5173'] }),
      }),
    ],
    ['documents.keys', 'fail', /is answered with 404/, () => ({ PROJECTS: oneProject({ id: 'unknown' }) })],
    ['mail.server', 'fail', /SMTP_URL is not set/, () => ({ SMTP_URL: '' })],
    ['mail.server', 'fail', /does not answer \(ECONNREFUSED\)/, () => ({ SMTP_URL: 'smtp://127.0.0.1:9' })],
    [
      'mail.login',
      'fail',
      /refuses the sign-in/,
      () => ({
        SMTP_URL: around.mail.smtpUrl.replace('smtp://', 'smtp://mia:wrong@'),
      }),
    ],
    ['mail.from', 'fail', /MAIL_FROM is not an address/, () => ({ MAIL_FROM: 'Latchkey' })],
    ['chains.1', 'fail', /is a node of chain 31337/, () => ({ CHAINS: chainAt([around.chain.url], 1) })],
    ['chains.31337', 'fail', /ECONNREFUSED/, () => ({ CHAINS: chainAt([`${DEAD}/key-in-the-path`]) })],
    ['chains.31337', 'warn', /rpcUrls\[1\]/, () => ({ CHAINS: chainAt([around.chain.url, DEAD]) })],
    [
      'chains.31337.subscriptions',
      'warn',
      /wsUrls\[0\] \(127\.0\.0\.1:9\): ECONNREFUSED/,
      () => told([socketOf(`${DEAD}/key-in-the-path`)]),
    ],
    [
      'chains.1.subscriptions',
      'fail',
      /wsUrls\[0\].* is a node of chain 31337/,
      () => told([socketOf(around.chain.url)], 1),
    ],
    [
      'chains.31337.subscriptions',
      'warn',
      /wsUrls\[0\].*404/,
      () => told([`ws://127.0.0.1:${around.port}/none`]),
    ],
    [
      'relay',
      'fail',
      /is answered with 404/,
      () => ({
        RELAY_PUBLIC_URLS: `ws://api.localhost:${around.port}/elsewhere`,
      }),
    ],
    [
      'social.google.credentials',
      'fail',
      /does not know these credentials/,
      () => ({
        SOCIAL_PROVIDERS: social('google', { clientSecret: 'wrong' }),
      }),
    ],
    [
      'social.github.credentials',
      'fail',
      /does not know these credentials/,
      () => ({
        SOCIAL_PROVIDERS: social('github', { clientSecret: 'wrong' }),
      }),
    ],
    [
      'social.x.credentials',
      'fail',
      /token endpoint of X does not answer/,
      () => ({
        SOCIAL_PROVIDERS: social('x', { tokenEndpoint: `${DEAD}/token` }),
      }),
    ],
    [
      'social.discord.credentials',
      'fail',
      /does not know these credentials \(invalid_client\)/,
      () => ({
        SOCIAL_PROVIDERS: social('discord', { clientId: 'nobody' }),
      }),
    ],
    [
      'social.google.discovery',
      'warn',
      /has no discovery document/,
      () => ({
        SOCIAL_PROVIDERS: social('google', { issuer: around.identity.issuer }),
      }),
    ],
    [
      'farcaster.relay',
      'fail',
      /no relay \(404\)/,
      () => ({
        FARCASTER_RELAY_URL: `${around.environment.API_ORIGIN}/nothing`,
      }),
    ],
    [
      'farcaster.optimism',
      'fail',
      /a node of chain 31337, not 10/,
      () => ({ OPTIMISM_RPC_URL: around.chain.url }),
    ],
  ])('%s %s %s', async (check, level, message, changes) => {
    const found = await objections(changes())
    expect(found).toContainEqual({
      check,
      level,
      message: expect.stringMatching(message),
      fix: expect.stringMatching(/\w/),
    })
    expect(JSON.stringify(found)).not.toMatch(/key-in-the-path|:wrong@|[0-9a-f]{64}/)
  })
})

test.runIf(overPostgres())('a redirect URI that is not registered is seen at every network', async () => {
  // The networks know the wallet under its right name alone.
  const found = await objections({
    WALLET_ORIGIN: `http://other.localhost:${around.port}`,
    KEYS_ORIGIN: `http://keys.localhost:${around.port}`,
  })
  for (const id of ['google', 'github', 'apple', 'facebook', 'x', 'discord']) {
    const finding = found.find(({ check }) => check === `social.${id}.redirect`)
    expect(finding).toMatchObject({
      level: 'fail',
      fix: expect.stringContaining(`http://other.localhost:${around.port}/social/callback/${id}`),
    })
  }
})

test.runIf(overPostgres())(
  'a proxy that takes headers away, adds some, or lags behind is found',
  async () => {
    const proxy = createServer((incoming, outgoing) => {
      const { method, headers, url } = incoming
      const passed = request(
        {
          host: '127.0.0.1',
          port: around.port,
          method,
          path: url,
          headers: { ...headers, host: `${headers.host?.split(':')[0]}:${around.port}` },
        },
        (answer) => {
          const { 'permissions-policy': _, ...rest } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 0, {
            ...rest,
            'x-frame-options': 'SAMEORIGIN',
            date: new Date(Date.now() - 600_000).toUTCString(),
          })
          answer.pipe(outgoing)
        },
      )
      incoming.pipe(passed)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    try {
      const began = Date.now()
      const found = await objections({
        KEYS_ORIGIN: `http://keys.localhost:${port}`,
        API_ORIGIN: `http://api.localhost:${port}`,
      })
      const messageOf = (check: string) => found.find((finding) => finding.check === check)?.message
      expect(messageOf('documents.keys')).toMatch(/permissions-policy is missing; x-frame-options is added/)
      const [, behind] = /(\d+) s behind/.exec(messageOf('clock.proxy') ?? '') ?? []
      expect(Number(behind)).toBeGreaterThanOrEqual(600)
      // A date has whole seconds, and the answer is on its way for a while.
      expect(Number(behind)).toBeLessThanOrEqual(602 + (Date.now() - began) / 1_000)
    } finally {
      await new Promise((resolve) => proxy.close(resolve))
    }
  },
)

test('a mail server of elsewhere must offer TLS; the doctor greets it and sends nothing', async () => {
  expect(judgeTransport('smtp://mail.example.net', false)).toMatchObject({
    check: 'mail.tls',
    level: 'fail',
  })
  expect(judgeTransport('smtp://mail.example.net', true).level).toBe('ok')
  expect(judgeTransport('smtps://mail.example.net', false).level).toBe('ok')
  expect(around.mail.messages()).toEqual([])
})

test('STARTTLS is what the server goes over to, whoever signed its certificate, and not what its greeting says', async () => {
  const server = new SMTPServer({ authOptional: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  try {
    expect(await offersStartTls(`smtp://mia:wrong@127.0.0.1:${port}`)).toBe(true)
    expect(await offersStartTls(around.mail.smtpUrl)).toBe(false)
    expect(await offersStartTls('smtp://127.0.0.1:9')).toBe(false)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
})

test('a mail server that refuses the sign-in is found before a person is', async () => {
  const heard: string[] = []
  const server = createTcpServer((socket) => {
    socket.write('220 mail ESMTP\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const [verb = ''] = String(data).trim().split(/\s/)
      heard.push(verb)
      if (verb === 'EHLO') socket.write('250-mail\r\n250-SIZE 1000\r\n250 AUTH PLAIN\r\n')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('535 5.7.8 no\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const found = await objections({ SMTP_URL: `smtp://mia:wrong@127.0.0.1:${port}` })
    expect(found).toMatchObject([{ check: 'mail.login', message: expect.stringContaining('EAUTH') }])
    expect(heard).not.toContain('MAIL')
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})

test('nothing runs yet', async () => {
  const found = await objections({
    WALLET_ORIGIN: 'http://wallet.localhost:9',
    KEYS_ORIGIN: 'http://keys.localhost:9',
    API_ORIGIN: 'http://api.localhost:9',
    ...(overPostgres()
      ? { DATABASE_URL: 'postgres://127.0.0.1:9/latchkey' }
      : { PORT: '9', PGLITE_DIR: join(around.root, 'frame') }),
  })
  const levels = Object.fromEntries(found.map(({ check, level }) => [check, level]))
  expect(levels).toMatchObject({
    'database.reachable': 'fail',
    'service.health': 'fail',
    'documents.frame': 'fail',
    'documents.panel': 'fail',
  })
  expect(exitCodeOf(found)).toBe(1)
})
