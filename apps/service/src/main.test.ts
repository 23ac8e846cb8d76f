import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningService, spawnService, waitForHttp } from '@latchkey/testing/node'
import { afterEach, expect, test } from 'vitest'
import { serviceProgram } from './testing/serviceProgram.ts'

const folders: string[] = []
const services: RunningService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function startMain(changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-main-'))
  folders.push(folder)
  const port = await freePort()
  const origin = (name: string) => `http://${name}.localhost:${port}`
  const service = await spawnService({
    name: 'The service',
    command: process.execPath,
    args: [await serviceProgram()],
    logFile: join(folder, 'log'),
    env: {
      PORT: `${port}`,
      WALLET_ORIGIN: origin('wallet'),
      KEYS_ORIGIN: origin('keys'),
      API_ORIGIN: origin('api'),
      DATABASE_URL: undefined,
      PGLITE_DIR: join(folder, 'db'),
      KEK: '01'.repeat(32),
      RECOVERY_KEK: '02'.repeat(32),
      PEPPER: '03'.repeat(32),
      FRAME_DIST: folder,
      KEYS_DIST: folder,
      CHAINS: JSON.stringify([
        {
          id: 1,
          name: 'One',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: ['http://127.0.0.1:9'],
        },
      ]),
      PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [] }]),
      ...changes,
    },
  })
  services.push(service)
  return { service, port }
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the process in order', async (signal) => {
  const { service, port } = await startMain()
  await waitForHttp(`http://127.0.0.1:${port}/live`)
  service.kill(signal)
  // Cut off by its own last moment, it would be 1.
  expect((await service.exited).code, service.tail()).toBe(0)
  expect(service.tail()).toContain('"stopped"')
})

test('what is misspelt stops the start', async () => {
  const { service } = await startMain({ SMPT_URL: 'smtp://127.0.0.1:25' })
  expect((await service.exited).code).toBe(1)
  expect(service.tail()).toContain('SMPT_URL: is no variable of the service; did you mean SMTP_URL?')
})
