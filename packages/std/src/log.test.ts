import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLineBuffer, createLog, LOG_BYTES, type LogEntry } from './log.ts'
import { DEFAULT_LOG_LEVEL, type EntryLevel, keeps, LOG_LEVELS } from './logLevel.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length
const entry: LogEntry = { at: 0, kind: 'failure', name: 'connectEmail', code: 1006 }

describe('createLineBuffer', () => {
  // A line of its own has no line's end; lone surrogates are no text.
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' '))

  test('R9-64 never holds more than its bytes, and always the newest lines that fit', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 300 }), (lines, maxBytes) => {
        const buffer = createLineBuffer(maxBytes)
        const said: string[] = []
        for (const next of lines) {
          buffer.add(next)
          const text = buffer.text()
          expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes)
          expect(text.endsWith('\n')).toBe(true)
          const kept = text.slice(0, -1).split('\n')
          // A line that was cut stays as it is.
          said.push(bytesOf(next) < maxBytes ? next : (kept.at(-1) ?? ''))
          if (bytesOf(next) < maxBytes) {
            expect(kept).toEqual(said.slice(-kept.length))
            // One line more would be too much.
            const before = said.at(-kept.length - 1)
            if (before !== undefined) expect(bytesOf(text) + bytesOf(before) + 1).toBeGreaterThan(maxBytes)
          } else {
            expect(next.startsWith(kept.at(-1) ?? '?')).toBe(true)
          }
        }
      }),
    )
  })

  test('R9-64 a log holds 1,024,000 bytes: the oldest entries go', () => {
    expect(LOG_BYTES).toBe(1_024_000)
    const log = createLog()
    for (let at = 0; at < 20_000; at++) log.add('error', { ...entry, at })
    const text = log.text()
    expect(bytesOf(text)).toBeLessThanOrEqual(1_024_000)
    expect(bytesOf(text)).toBeGreaterThan(1_023_000)
    const lines = text.trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ at: '1970-01-01T00:00:19.999Z' })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'connectEmail' })
    expect(lines.length).toBeLessThan(20_000)
  })
})

describe('createLog', () => {
  test('an entry is a line of JSON with its level', () => {
    const log = createLog()
    log.add('warn', {
      ...entry,
      ms: 12.4,
      id: 'A'.repeat(22),
      method: 'eth_sendTransaction',
      outcome: 'declined',
    })
    expect(log.text()).toBe(
      `{"at":"1970-01-01T00:00:00.000Z","level":"warn","kind":"failure","name":"connectEmail","method":"eth_sendTransaction","id":"${'A'.repeat(22)}","ms":12,"code":1006,"outcome":"declined"}\n`,
    )
  })

  test.each([
    '123456',
    'mia@example.com',
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'test test test test test test test test test test test junk',
    'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn',
  ])('R9-63 keeps nothing that has not the form of its field: %s', (secret) => {
    const log = createLog()
    const more = { email: secret, params: [secret] }
    log.add('error', { ...entry, name: secret, method: secret, id: secret, code: secret as never, ...more })
    expect(log.text()).not.toContain(secret)
    expect(log.text()).toContain('"name":"other"')
  })
})

test('R9-63 a level keeps itself and what matters more; silent keeps nothing, and neither does what is no level', () => {
  const kept = (limit: string) =>
    LOG_LEVELS.filter((level) => level !== 'silent' && keeps(limit as never, level as EntryLevel))
  expect(DEFAULT_LOG_LEVEL).toBe('error')
  expect(kept('silent')).toEqual([])
  expect(kept('error')).toEqual(['error'])
  expect(kept('info')).toEqual(['error', 'warn', 'info'])
  expect(kept('debug')).toEqual(['error', 'warn', 'info', 'debug'])
  expect(kept('loud')).toEqual([])
})
