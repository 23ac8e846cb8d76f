import { expect, test } from 'vitest'
import { installFirefox } from './installFirefox.mjs'

test('an installed Firefox is left as it is', async () => {
  const lines: string[] = []
  expect(await installFirefox({ find: () => '/usr/bin/firefox-esr', log: (line) => lines.push(line) })).toBe(
    true,
  )
  expect(lines).toEqual([])
})

test('a stop is not taken for a machine without Firefox', async () => {
  const stopped = installFirefox({ find: () => undefined, log: () => undefined, signal: AbortSignal.abort() })
  if (process.getuid?.() === 0 && process.platform === 'linux') await expect(stopped).rejects.toThrow()
  else expect(await stopped).toBe(false)
})
