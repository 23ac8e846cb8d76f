import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestService, KEYS, type TestServiceOptions, WALLET } from '../testing/createTestService.ts'
import { createEarlierFiles } from './earlierFiles.ts'

const DAY = 86_400_000
const SHARED = 'shared-AAAAAAAA.js'
const text = (name: string) => `export const name = '${name}' // ${'.'.repeat(2_000)}\n`

let base = ''
let root = ''
let time = Date.now()
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-earlier-')))
  root = join(base, 'kept')
  time = Date.now()
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** A built app. @returns its `dist` */
function build(name: string, files: Readonly<Record<string, string>>): string {
  const assets = join(base, name, 'assets')
  mkdirSync(assets, { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(assets, file), content)
    if (!file.endsWith('.js')) continue
    writeFileSync(join(assets, `${file}.br`), brotliCompressSync(content))
    writeFileSync(join(assets, `${file}.gz`), gzipSync(content))
  }
  return join(base, name)
}

const filesOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text(name)]))

/** A process of a build. */
function processOf(dist: string, app: 'wallet' | 'keys' = 'keys') {
  const refused: string[] = []
  const onRefused = (names: readonly string[]) => refused.push(...names)
  return { refused, ...createEarlierFiles({ root, app, dist, now: () => time, onRefused }) }
}

const kept = (app = 'keys') => readdirSync(join(root, app, 'files')).sort()
const plainOf = async (files: ReturnType<typeof processOf>, name: string) => {
  const asset = await files.asset(name)
  return asset && Buffer.from(asset.bodies.at(-1)?.bytes ?? []).toString()
}

test('two processes of two builds that start at once serve each other’s files, compressed as they were built', async () => {
  const earlier = processOf(build('earlier', filesOf(SHARED, 'late-11111111.js')))
  const later = processOf(build('later', filesOf(SHARED, 'late-22222222.js')))
  await Promise.all([earlier.keep(), later.keep(), processOf(join(base, 'later')).keep()])
  expect(await plainOf(later, 'late-11111111.js')).toBe(text('late-11111111.js'))
  expect(await plainOf(earlier, 'late-22222222.js')).toBe(text('late-22222222.js'))
  const asset = await earlier.asset('late-22222222.js')
  expect(asset?.contentType).toBe('text/javascript; charset=utf-8')
  expect(asset?.bodies.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', null])
  expect([...earlier.refused, ...later.refused]).toEqual([])
  const names = [SHARED, 'late-11111111.js', 'late-22222222.js']
  expect(kept()).toEqual(names.flatMap((name) => [name, `${name}.br`, `${name}.gz`]).sort())
  expect(statSync(join(root, 'keys')).mode & 0o077).toBe(0)
})

test('nothing but files with a hash in their names is kept or served, and nothing through a link', async () => {
  const outside = join(base, 'secret-AAAAAAAA.js')
  writeFileSync(outside, 'secret')
  const page = processOf(
    build('earlier', {
      ...filesOf('late-11111111.js', 'plain.js', 'index-abc123.js'),
      ...{
        'page-AAAAAAAA.html': 'a',
        'late-11111111.js.map': 'b',
        'data-AAAAAAAA.json': 'c',
        '.dot-AAAAAAAA.js': 'd',
      },
    }),
  )
  symlinkSync(outside, join(base, 'earlier', 'assets', 'linked-AAAAAAAA.js'))
  await page.keep()
  expect(kept()).toEqual(['late-11111111.js', 'late-11111111.js.br', 'late-11111111.js.gz'])
  for (const name of [
    ...[
      '../late-11111111.js',
      '..%2Flate-11111111.js',
      '../../wallet/files/late-11111111.js',
      '/etc/a-AAAAAAAA.js',
    ],
    ...[
      '..\\late-11111111.js',
      './late-11111111.js',
      'late-11111111.js\0',
      'late-11111111.js.br',
      'late-11111111.js.map',
    ],
    ...['page-AAAAAAAA.html', 'data-AAAAAAAA.json', 'plain.js', '..', '', 'linked-AAAAAAAA.js'],
  ])
    expect(await page.asset(name), name).toBeUndefined()
  // The same bytes, but they stand elsewhere.
  const path = join(root, 'keys', 'files', 'late-11111111.js')
  renameSync(path, join(base, 'moved.js'))
  symlinkSync(join(base, 'moved.js'), path)
  const other = processOf(build('later', filesOf('late-22222222.js')))
  await other.keep()
  expect(await other.asset('late-11111111.js')).toBeUndefined()
})

test('a folder that leads elsewhere is neither written nor read', async () => {
  mkdirSync(join(base, 'elsewhere'))
  mkdirSync(root)
  symlinkSync(join(base, 'elsewhere'), join(root, 'keys'))
  const files = processOf(build('earlier', filesOf('late-11111111.js')))
  await expect(files.keep()).rejects.toThrow('leads elsewhere')
  expect(readdirSync(join(base, 'elsewhere'))).toEqual([])
  expect(await files.asset('late-11111111.js')).toBeUndefined()
})

describe('wrong bytes under a known name', () => {
  test('of another build: they are not overwritten, it is told, and nobody is served either', async () => {
    const first = processOf(build('first', { 'late-11111111.js': 'one' }))
    const second = processOf(build('second', { 'late-11111111.js': 'other' }))
    const third = processOf(build('third', filesOf(SHARED)))
    for (const one of [first, second, third]) await one.keep()
    expect([first.refused, second.refused]).toEqual([[], ['late-11111111.js']])
    expect(readFileSync(join(root, 'keys', 'files', 'late-11111111.js'), 'utf8')).toBe('one')
    expect(await third.asset('late-11111111.js')).toBeUndefined()
  })

  test('of nobody: a changed or cut file is not served; of a changed compressed form the plain file is', async () => {
    await processOf(build('earlier', filesOf('cut-11111111.js', 'late-11111111.js'))).keep()
    const folder = join(root, 'keys', 'files')
    writeFileSync(join(folder, 'cut-11111111.js'), '')
    writeFileSync(join(folder, 'late-11111111.js.br'), brotliCompressSync('alert(1)'))
    writeFileSync(join(folder, 'added-11111111.js'), 'alert(1)')
    const later = processOf(build('later', filesOf(SHARED)))
    await later.keep()
    expect(await later.asset('cut-11111111.js')).toBeUndefined()
    expect(await later.asset('added-11111111.js')).toBeUndefined()
    const asset = await later.asset('late-11111111.js')
    expect(asset?.bodies.map(({ encoding }) => encoding)).toEqual(['gzip', null])
  })
})

describe('what is deleted', () => {
  test('files that no build of the last 30 days has, unless the build goes on running', async () => {
    const gone = processOf(build('gone', filesOf(SHARED, 'gone-11111111.js')))
    const running = processOf(build('running', filesOf('running-1111111A.js')))
    await Promise.all([gone.keep(), running.keep()])
    time += 20 * DAY
    await running.keep()
    time += 9 * DAY
    const later = processOf(build('later', filesOf(SHARED)))
    await later.keep()
    expect(await plainOf(later, 'gone-11111111.js')).toBe(text('gone-11111111.js'))
    time += 2 * DAY
    await later.keep()
    expect(await later.asset('gone-11111111.js')).toBeUndefined()
    expect(await plainOf(later, 'running-1111111A.js')).toBe(text('running-1111111A.js'))
    const names = ['running-1111111A.js', SHARED]
    expect(kept()).toEqual(names.flatMap((name) => [name, `${name}.br`, `${name}.gz`]).sort())
  })

  test('more than 50 builds, however young', async () => {
    for (let number = 10; number < 62; number++) {
      time += 1_000
      await processOf(build(`build-${number}`, { [`late-111111${number}.css`]: 'a{}' })).keep()
    }
    expect(kept()).toHaveLength(50)
    expect(kept()[0]).toBe('late-11111112.css')
  })

  test('nothing of a build whose manifest this version cannot read, and nothing that is not the service’s', async () => {
    await processOf(build('earlier', filesOf('late-11111111.js'))).keep()
    const builds = join(root, 'keys', 'builds')
    const [manifest = ''] = readdirSync(builds)
    writeFileSync(join(builds, manifest), '{}')
    const own = join(root, 'keys', 'files', 'notes.txt')
    writeFileSync(own, 'of the operator')
    const later = processOf(build('later', filesOf(SHARED)))
    await later.keep()
    expect(kept()).toContain('late-11111111.js')
    expect(await later.asset('late-11111111.js')).toBeUndefined()
    time += 31 * DAY
    await later.keep()
    expect(kept()).not.toContain('late-11111111.js')
    expect(existsSync(own)).toBe(true)
  })

  test('what a process left that was killed while it wrote, after a day', async () => {
    const files = processOf(build('earlier', filesOf(SHARED)))
    await files.keep()
    const [fresh, old] = ['A', 'B'].map((letter) => join(root, 'keys', 'files', `.${letter.repeat(22)}.part`))
    for (const path of [fresh ?? '', old ?? '']) writeFileSync(path, 'half')
    utimesSync(old ?? '', time / 1_000, (time - DAY) / 1_000)
    time += DAY
    utimesSync(fresh ?? '', time / 1_000, time / 1_000)
    await files.keep()
    expect([fresh, old].map((path) => existsSync(path ?? ''))).toEqual([true, false])
  })
})

test('a build into the folder of a running process leaves its manifest as it was, and its files where they are', async () => {
  const dist = build('app', filesOf('late-11111111.js'))
  const running = processOf(dist)
  await running.keep()
  rmSync(dist, { recursive: true })
  build('app', filesOf('late-22222222.js'))
  time += DAY
  await running.keep()
  expect(await plainOf(running, 'late-11111111.js')).toBe(text('late-11111111.js'))
  expect(await running.asset('late-22222222.js')).toBeUndefined()
})

describe('the service', () => {
  const start = async (name: string, options: TestServiceOptions = {}) => {
    const frameDist = build(`${name}-frame`, filesOf(SHARED, `frame${name}-11111111.js`))
    const keysDist = build(`${name}-keys`, filesOf(SHARED, `keys${name}-11111111.js`))
    return createTestService({
      ...options,
      config: { frameDist, keysDist, earlierFilesDir: root, ...options.config },
    })
  }
  const get = (service: Awaited<ReturnType<typeof start>>, url: string) =>
    service.app.request(url, { headers: { 'accept-encoding': 'br' } })

  test('serves an earlier build’s file on the origin of its app alone, with the headers of its own', async () => {
    const earlier = await start('Earlier')
    await earlier.stop()
    const later = await start('Later')
    try {
      const own = await get(later, `${KEYS}/assets/keysLater-11111111.js`)
      const found = await get(later, `${KEYS}/assets/keysEarlier-11111111.js`)
      expect([own.status, found.status]).toEqual([200, 200])
      const headersOf = ({ headers }: Response) => ({ ...Object.fromEntries(headers), 'x-request-id': '' })
      expect(headersOf(found)).toEqual(headersOf(own))
      expect(found.headers.get('content-encoding')).toBe('br')
      expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await get(later, `${WALLET}/assets/frameEarlier-11111111.js`)).status).toBe(200)
      for (const [origin, name] of [
        [WALLET, 'keysEarlier'],
        [KEYS, 'frameEarlier'],
        ['http://api.localhost:8787', 'keysEarlier'],
      ])
        expect((await get(later, `${origin}/assets/${name}-11111111.js`)).status).toBe(404)
    } finally {
      await later.stop()
    }
  })

  test('goes on without a folder that cannot be written, says so, and takes it once it can', async () => {
    writeFileSync(root, 'no folder')
    const service = await start('Earlier')
    try {
      expect((await get(service, `${KEYS}/assets/keysEarlier-11111111.js`)).status).toBe(200)
      expect(service.logs.join('')).toContain('"table":"files"')
      rmSync(root)
      await service.sweep()
      expect(kept()).toContain('keysEarlier-11111111.js')
      expect(kept('wallet')).toContain('frameEarlier-11111111.js')
    } finally {
      await service.stop()
    }
  })

  test('its own file wins over another of the same name, and without the variable nothing is kept', async () => {
    const earlier = await start('Earlier')
    await earlier.stop()
    writeFileSync(join(root, 'keys', 'files', SHARED), 'other')
    const later = await start('Later')
    const [frameDist, keysDist] = [join(base, 'Later-frame'), join(base, 'Later-keys')]
    const without = await createTestService({ config: { frameDist, keysDist } })
    try {
      expect(await (await later.app.request(`${KEYS}/assets/${SHARED}`)).text()).toBe(text(SHARED))
      expect(later.logs.join('')).toContain('kept with other bytes')
      expect((await get(without, `${KEYS}/assets/keysEarlier-11111111.js`)).status).toBe(404)
    } finally {
      await Promise.all([later.stop(), without.stop()])
    }
  })
})
