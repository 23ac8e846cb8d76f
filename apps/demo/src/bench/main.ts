import { createLatchkey, localhost } from '@latchkey/sdk'
import { demoOrigins } from '../stackAddresses.ts'
import { compareCalls } from './compareCalls.ts'
import { openFrame } from './openFrame.ts'

const { config } = createLatchkey({ projectId: 'demo', ...demoOrigins(), networks: [localhost] })

/** What the bench runs in this page. */
Object.assign(globalThis, {
  latchkeyBench: {
    openFrame: () => openFrame(config),
    compareCalls: (echo: string) => compareCalls(config, echo),
  },
})
