import { browserLaunchOptions } from '@latchkey/testing/node'
import { defineConfig } from '@playwright/test'

/** Real origins, real chain, real mail. Each worker owns a whole stack on ports of its own. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  // How long a test waits for what must come, ms. Nothing is measured by it: a machine that does other things as well
  // is slow, not wrong.
  timeout: 240_000,
  expect: { timeout: 20_000 },
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
    actionTimeout: 20_000,
  },
})
