import { expect, test } from 'vitest'
import { installDebianBrowser } from './installDebianBrowser.mjs'

const firefox = { name: 'Firefox ESR', packages: ['firefox-esr'] }

test('an installed browser is left as it is', async () => {
  const lines: string[] = []
  const find = () => '/usr/bin/firefox-esr'
  expect(await installDebianBrowser({ ...firefox, find, log: (line) => lines.push(line) })).toBe(true)
  expect(lines).toEqual([])
})

test('a stop is not taken for a machine without the browser', async () => {
  const signal = AbortSignal.abort()
  const stopped = installDebianBrowser({ ...firefox, find: () => undefined, log: () => undefined, signal })
  if (process.getuid?.() === 0 && process.platform === 'linux') await expect(stopped).rejects.toThrow()
  else expect(await stopped).toBe(false)
})
