/** What is for whoever builds a page, and for nobody who visits it: an entry of its own, which no page loads by itself. */

import type { Config } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import type { Devtools } from './devtools/openDevtools.ts'

export type { FrameRow, Recorded, RequestRow, TrafficRow } from './devtools/createRecord.ts'
export type { Devtools, DevtoolsReport } from './devtools/openDevtools.ts'
export type { DevtoolsStates, PlainState } from './devtools/statesOf.ts'

/**
 * Opens a panel that shows what Latchkey does on this page from now on: traffic over the bridge, requests and their
 * decisions, the stores, the life of the frame. It changes nothing and refuses nothing. Each call makes a panel of its own.
 *
 * @example
 * if (import.meta.env.DEV) import('latchkey/devtools').then(({ openDevtools }) => openDevtools(latchkey))
 */
export const openDevtools = async (latchkey: { config: Config }): Promise<Devtools> =>
  (await loading(import('./devtools/openDevtools.ts'))).openPanel(latchkey)
