import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountContracts, moneyContracts, paymasterSigner, swapContracts } from '@latchkey/local-bundler'
import { freePort } from '@latchkey/testing/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSupportedNode } from '../install/requireNode.mjs'
import { run } from '../install/run.mjs'
import {
  defaultPorts,
  localAccounts,
  localMoney,
  localSecrets,
  localSwaps,
  portNames,
  serviceEnv,
} from './serviceEnv.mjs'
import { takenPorts } from './takenPorts.mjs'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('serviceEnv', () => {
  const ports = { ...defaultPorts, service: 9999, app: 1111, shop: 2222, chain: 3333, smtp: 4444 }

  test('names every origin by the ports, the database folder and the built documents', () => {
    const env = serviceEnv({ root: '/root', ports, dataDir })
    expect(env).toMatchObject({
      PORT: '9999',
      WALLET_ORIGIN: 'http://wallet.localhost:9999',
      KEYS_ORIGIN: 'http://keys.localhost:9999',
      API_ORIGIN: 'http://api.localhost:9999',
      SMTP_URL: 'smtp://127.0.0.1:4444',
      RELAY_PUBLIC_URLS: 'ws://api.localhost:9999/relay,ws://127.0.0.1:9999/relay',
      PGLITE_DIR: join(dataDir, 'db'),
      FRAME_DIST: join('/root', 'apps', 'frame', 'dist'),
    })
    expect([env.DATABASE_URL, env.EARLIER_FILES_DIR]).toEqual([undefined, undefined])
    const keeping = serviceEnv({ root: '/root', ports, dataDir, keepsFiles: true })
    expect(keeping.EARLIER_FILES_DIR).toBe(join(dataDir, 'files'))
    expect(env).toMatchObject({
      SOCIAL_PROVIDERS: '{}',
      FARCASTER_RELAY_URL: 'http://127.0.0.1:4445',
      OPTIMISM_RPC_URL: 'http://127.0.0.1:8546',
    })
    const [local, base, sepolia] = JSON.parse(env.CHAINS ?? '')
    expect(local).toMatchObject({
      id: 31337,
      rpcUrls: ['http://127.0.0.1:3333'],
      wsUrls: ['ws://127.0.0.1:3333'],
    })
    expect([base.id, sepolia.id]).toEqual([8453, 84532])
    const [project] = JSON.parse(readFileSync(env.PROJECTS_FILE ?? '', 'utf8'))
    expect(project.allowedOrigins).toEqual([
      'http://app.localhost:1111',
      'http://shop.localhost:2222',
      'http://vouched.localhost:1111',
      'http://app.localhost:5174',
    ])
  })

  test('the local chain has smart accounts and somebody who pays; the public ones have none', () => {
    const env = serviceEnv({ root: '/root', ports: { ...ports, bundler: 5555 }, dataDir })
    const [local, base] = JSON.parse(env.CHAINS ?? '')
    expect(local).toMatchObject({
      bundlerUrls: ['http://127.0.0.1:5555'],
      entryPoint: '0.7',
      paymaster: { address: accountContracts.paymaster, sponsor: 'Latchkey demo' },
      permissionManager: accountContracts.permissionManager,
    })
    expect(base.bundlerUrls).toBeUndefined()
    expect(env.PAYMASTER_SIGNER_KEY).toBe(paymasterSigner.privateKey)
    expect(localAccounts.paymasterSignerKey).toBe(paymasterSigner.privateKey)
  })

  test('the local chain has tokens, pools and names where they are deployed', () => {
    const [local] = JSON.parse(serviceEnv({ root: '/root', ports, dataDir }).CHAINS ?? '')
    expect(moneyContracts).toMatchObject(localMoney)
    expect(swapContracts).toMatchObject(localSwaps)
    expect(local.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['LKD', 'LKO', 'WETH'])
  })

  test('every port has a name of its own', () => {
    expect(Object.keys(portNames)).toEqual(Object.keys(defaultPorts))
    expect(new Set(Object.values(defaultPorts)).size).toBe(Object.keys(defaultPorts).length)
  })

  test('passes on the settings of the social networks', () => {
    const socialProviders = { google: { clientId: 'a', clientSecret: 'b' } }
    const env = serviceEnv({ root: '/root', ports, dataDir, socialProviders })
    expect(JSON.parse(env.SOCIAL_PROVIDERS ?? '')).toEqual(socialProviders)
  })

  test('PostgreSQL takes the place of the folder', () => {
    const env = serviceEnv({ root: '/root', ports, dataDir, databaseUrl: 'postgresql://127.0.0.1/a' })
    expect(env.DATABASE_URL).toBe('postgresql://127.0.0.1/a')
    expect(env.PGLITE_DIR).toBeUndefined()
  })
})

describe('localSecrets', () => {
  test('makes three different secrets once, for the owner alone', () => {
    const file = join(dataDir, 'secrets.json')
    const secrets = localSecrets(file)
    expect(new Set(Object.values(secrets)).size).toBe(3)
    expect(secrets.KEK).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(localSecrets(file)).toEqual(secrets)
  })

  test('refuses a damaged file instead of replacing it', () => {
    const file = join(dataDir, 'secrets.json')
    writeFileSync(file, '{"KEK":"00"}')
    expect(() => localSecrets(file)).toThrow('is damaged')
    expect(readFileSync(file, 'utf8')).toBe('{"KEK":"00"}')
  })
})

test('takenPorts says which port is taken and who needs it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const found = await takenPorts({ 'the chain': port, 'the service': await freePort() })
  await new Promise((resolve) => server.close(resolve))
  expect(found).toEqual([`Port ${port} is taken; the chain needs it.`])
})

test('isSupportedNode compares numbers', () => {
  expect(['20.18.9', '18.20.0', '9.99.0'].some(isSupportedNode)).toBe(false)
  expect(['20.19.0', '20.20.2', '22.0.0'].every(isSupportedNode)).toBe(true)
})

describe('run', () => {
  test('collects the output and the code', async () => {
    expect(await run('sh', ['-c', 'echo out; echo err >&2; exit 3'], { quiet: true })).toMatchObject({
      code: 3,
    })
    expect((await run('/nowhere/program', [], { quiet: true })).code).toBe(127)
  })

  test('a time-out and an abort end the program', async () => {
    const slow = ['-c', 'sleep 60 & wait']
    expect(await run('sh', slow, { quiet: true, timeout: 50 })).toMatchObject({ timedOut: true })
    expect((await run('sh', slow, { quiet: true, signal: AbortSignal.abort() })).code).not.toBe(0)
  })
})
