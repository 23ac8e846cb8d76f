import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './freePort.ts'
import { poll } from './poll.ts'
import { portIsTaken } from './portIsTaken.ts'
import { spawnService } from './spawnService.ts'
import { waitForHttp } from './waitForHttp.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Ended, but not yet collected: an orphan's is the first process of the machine or container, which may take its time. */
const isZombie = (pid: number) => {
  const status = `/proc/${pid}/status`
  return existsSync(status) && /^State:\s+[ZX]/m.test(readFileSync(status, 'utf8'))
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

const whenGone = (pid: number) =>
  poll(
    async () => {
      if (isAlive(pid)) throw new Error('it is still alive')
    },
    { name: `End of ${pid}` },
  )

const whenWritten = (file: string) =>
  poll(
    async () => {
      const pid = Number(readFileSync(file, 'utf8').trim())
      if (!pid) throw new Error('nothing is written')
      return pid
    },
    { name: file },
  )

describe('spawnService', () => {
  test('stop ends the process and its children', async () => {
    const logFile = join(folder, 'group.log')
    const args = ['-c', 'sleep 60 & echo $!; wait']
    const service = await spawnService({ name: 'group', command: 'sh', args, logFile })
    const grandchild = await whenWritten(logFile)
    expect(isAlive(grandchild)).toBe(true)
    const exit = await service.stop()
    expect(exit.reason).toBe('group ended by SIGTERM')
    expect(service.isRunning()).toBe(false)
    await whenGone(grandchild)
  })

  test('a process that ignores the request is killed after the time', async () => {
    const logFile = join(folder, 'stubborn.log')
    const args = [
      '-e',
      "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)",
    ]
    const service = await spawnService({ name: 'stubborn', command: process.execPath, args, logFile })
    await whenWritten(logFile)
    expect((await service.stop(50)).signal).toBe('SIGKILL')
  })

  test('tells how it ended and what it said last', async () => {
    const logFile = join(folder, 'end.log')
    const args = ['-c', 'echo "no disk $WHY"; exit 3']
    const service = await spawnService({ name: 'end', command: 'sh', args, logFile, env: { WHY: 'left' } })
    expect(await service.exited).toEqual({ code: 3, signal: null, reason: 'end ended with code 3' })
    expect(service.tail()).toBe('no disk left')
    expect((await service.stop()).code).toBe(3)
  })

  test('a program that does not exist is an error with its name', async () => {
    const missing = spawnService({ name: 'missing', command: join(folder, 'nothing') })
    await expect(missing).rejects.toThrow('missing could not be started')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to the parent ends the child and the parent',
    async (signal) => {
      const logFile = join(folder, `${signal}.log`)
      const module = fileURLToPath(new URL('./spawnService.ts', import.meta.url))
      const args = ['-c', 'echo $$; exec sleep 60']
      const script = `import { spawnService } from ${JSON.stringify(module)}
      await spawnService({ name: 'child', command: 'sh', args: ${JSON.stringify(args)}, logFile: ${JSON.stringify(logFile)} })`
      const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        stdio: 'ignore',
      })
      const ended = new Promise((resolve) => parent.once('exit', (_code, by) => resolve(by)))
      const child = await whenWritten(logFile)
      parent.kill(signal)
      expect(await ended).toBe(signal)
      await whenGone(child)
    },
  )
})

describe('waitForHttp, freePort and portIsTaken', () => {
  test('waits until a server on a name under localhost answers with success', async () => {
    const port = await freePort()
    let asked = 0
    const hosts: (string | undefined)[] = []
    const server = createServer((request, response) => {
      hosts.push(request.headers.host)
      response.writeHead(asked++ === 0 ? 503 : 200).end('fine')
    })
    const waiting = waitForHttp(`http://api.localhost:${port}/health`, { interval: 5 })
    server.listen(port, '127.0.0.1')
    expect((await waiting).body).toBe('fine')
    expect(hosts).toEqual([`api.localhost:${port}`, `api.localhost:${port}`])
    expect(await portIsTaken(port)).toBe(true)
    await new Promise((resolve) => server.close(resolve))
    expect(await portIsTaken(port)).toBe(false)
  })

  test('gives up with the last failure, or with the reason of an abort', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`
    await expect(waitForHttp(url, { timeout: 2_000, interval: 10 })).rejects.toThrow(
      /not ready within 2000 ms.*ECONN/,
    )
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(waitForHttp(url, { signal })).rejects.toThrow('enough')
  })
})
