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
  // Tests that wait for the service's real pauses leave the two cores of a small machine to the third worker.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    // Every picture of a movement is drawn by the processor. Specs about what moves ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A test opens few pages: a process ahead of each site costs more than it saves.
    launchOptions: browserLaunchOptions({ spareProcess: false }),
    trace: 'off',
    actionTimeout: 60_000,
  },
})
