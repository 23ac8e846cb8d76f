import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountContracts } from '@latchkey/local-bundler'
import { portIsTaken, signInAs, startAnvil } from '@latchkey/testing/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePorts } from './startStack.ts'
import { allStarted, type Keep, type Stoppable, startUpstreams } from './startUpstreams.ts'

let dataDir = ''
let parts: Stoppable[] = []
const keep: Keep = async (starting) => {
  const part = await starting
  parts.push(part)
  return part
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  parts = []
})
afterEach(async () => {
  await Promise.all(parts.map((part) => part.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

test('allStarted waits for the slow ones before it throws', async () => {
  let hasStarted = false
  const slow = new Promise<string>((resolve) => {
    setImmediate(() => {
      hasStarted = true
      resolve('slow')
    })
  })
  await expect(allStarted([Promise.reject(new Error('no')), slow])).rejects.toThrow('no')
  expect(hasStarted).toBe(true)
})

test('starts the four chains, mail, the identity provider and the Farcaster relay on their ports', async () => {
  const ports = await freePorts()
  const { chain, optimism, identity, farcaster, solana, bitcoin } = await startUpstreams(
    { ports, dataDir, logs: dataDir },
    keep,
  )
  expect(await chain.call('eth_chainId')).toBe('0x7a69')
  expect(await optimism.call('eth_chainId')).toBe('0xa')
  expect(solana.url).toBe(`http://127.0.0.1:${ports.solana}`)
  expect(bitcoin.url).toBe(`http://127.0.0.1:${ports.bitcoin}`)
  expect(farcaster.url).toBe(`http://127.0.0.1:${ports.farcaster}`)
  const { authorizationEndpoint, clientId } = identity.providers.github
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `http://wallet.localhost:${ports.service}/social/callback/github`,
    response_type: 'code',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    scope: 'read:user',
  })
  const answer = await signInAs(`${authorizationEndpoint}?${query}`, 'bob')
  expect(answer.parameters.get('code')).toMatch(/^\S{20,}$/)
})

test('a chain that an earlier version has left gets the contracts of smart accounts', async () => {
  const older = await startAnvil({ stateFile: join(dataDir, 'chain.json') })
  await older.setBalance('0x00000000000000000000000000000000000000a1', 5n)
  await older.stop()
  const { chain } = await startUpstreams({ ports: await freePorts(), dataDir, logs: dataDir }, keep)
  expect(await chain.call('eth_getBalance', ['0x00000000000000000000000000000000000000a1', 'latest'])).toBe(
    '0x5',
  )
  for (const address of Object.values(accountContracts))
    expect(await chain.call('eth_getCode', [address, 'latest'])).toMatch(/^0x[0-9a-f]{100,}$/)
})

test('a part that cannot start is named, and the others can be stopped', async () => {
  const ports = await freePorts()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(ports.identity, '127.0.0.1', resolve))
  try {
    const starting = startUpstreams({ ports, dataDir, logs: dataDir }, keep)
    await expect(starting).rejects.toThrow(`port ${ports.identity}`)
    expect(parts.length).toBeGreaterThanOrEqual(5)
    for (const part of parts.splice(0)) await part.stop()
    expect(await portIsTaken(ports.optimism)).toBe(false)
  } finally {
    await new Promise((resolve) => other.close(resolve))
  }
})
