import { createLatchkey, localhost } from '@latchkey/sdk'
import { demoOrigins } from './stackAddresses.ts'

/** What a page loads before anyone clicks: the byte budgets are measured here. */
createLatchkey({ projectId: 'demo', ...demoOrigins(), networks: [localhost] })
