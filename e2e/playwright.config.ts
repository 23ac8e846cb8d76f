import { browserLaunchOptions } from '@latchkey/testing/node'
import { defineConfig } from '@playwright/test'

/** Real origins, real chain, real mail. Each worker owns a whole stack on ports of its own. */
export default defineConfig({
  testDir: './specs',
  globalSetup: './support/databaseTemplate.ts',
  outputDir: '../test-results',
  // How long a test waits for what must come, ms. Nothing is measured by it: a machine that does other things as well
  // is slow, not wrong.
  timeout: 480_000,
  // More than the longest wait of the wallet itself (20 s for a frame, 14 s for a relay), and room for the machine.
  expect: { timeout: 60_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    launchOptions: browserLaunchOptions(),
    trace: 'off',
    actionTimeout: 60_000,
  },
})
