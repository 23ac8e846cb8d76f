import { afterAll, expect } from 'vitest'
import { findLeaks, readSharedState } from './leakGuard.ts'

/** Vitest's set-up of each file that shares its process: what the file changed there and left so fails it. */
const before = readSharedState()
afterAll(() => expect(findLeaks(before, readSharedState())).toEqual([]))
