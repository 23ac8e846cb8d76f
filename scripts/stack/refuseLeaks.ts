import { afterAll, expect, vi } from 'vitest'
import { findLeaks, readSharedState } from './leakGuard.ts'

/** Vitest's set-up of each file that shares its process: what the file changed there and left so fails it. */
const before = readSharedState()
afterAll(async () => {
  // A lazy part that is still being loaded when its file ends would stay broken for all files after it.
  await vi.dynamicImportSettled()
  expect(findLeaks(before, readSharedState())).toEqual([])
})
